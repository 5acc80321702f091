import { useRef } from "react";
import type { KeyboardEvent, PointerEvent } from "react";
import { PANEL_WIDTHS } from "../client/panel-layout.ts";
import type { Side } from "../client/panel-layout.ts";
import { useStudio } from "./studio-context.tsx";
import { useTexts } from "./text-context.tsx";
import { useCellPart } from "./use-cell.ts";
import type { Panels } from "./use-panels.ts";

const STEP_PX = 16;

/** The line between a side panel and the middle, which sets the panel's width: by pointer, finger or arrow keys. */
export function PanelSeparator(props: {
  readonly side: Side;
  readonly panels: Panels;
}) {
  const { side, panels } = props;
  const { t } = useTexts();
  const { layout } = useStudio();
  const width = useCellPart(layout.view, (view) => view[side].width);
  const drag = useDrag(side);
  const { least, most } = PANEL_WIDTHS[side];
  // Towards the middle a left panel grows, and a right one shrinks.
  const grow = side === "left" ? 1 : -1;
  const onKeyDown = (event: KeyboardEvent) => {
    const next = {
      ArrowRight: width + STEP_PX * grow,
      ArrowLeft: width - STEP_PX * grow,
      Home: least,
      End: most,
    }[event.key];
    if (next !== undefined) layout.resize(side, next);
    else if (event.key === "Enter") panels.toggle(side);
    else return;
    event.preventDefault();
  };
  return (
    <div
      role="separator"
      tabIndex={0}
      className={`separator ${side}`}
      aria-orientation="vertical"
      aria-label={t(`panels.${side}Width`)}
      aria-controls={side === "left" ? "panel-skills" : "panel-events"}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={width}
      aria-valuetext={t("panels.pixels", { count: width })}
      onKeyDown={onKeyDown}
      onDoubleClick={() => layout.resetWidth(side)}
      {...drag}
    />
  );
}

/** Follows the pointer from where it took hold, so that the line never jumps to it. */
function useDrag(side: Side) {
  const { layout } = useStudio();
  const hold = useRef<{ readonly x: number; readonly width: number } | null>(
    null,
  );
  const release = () => {
    hold.current = null;
  };
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const { width } = layout.view.get()[side];
      hold.current = { x: event.clientX, width };
    },
    onPointerMove(event: PointerEvent) {
      if (hold.current === null) return;
      const moved = event.clientX - hold.current.x;
      const { width } = hold.current;
      layout.resize(side, width + (side === "left" ? moved : -moved));
    },
    onPointerUp: release,
    onPointerCancel: release,
    onLostPointerCapture: release,
  };
}
