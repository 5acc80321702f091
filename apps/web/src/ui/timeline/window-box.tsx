import type { KeyboardEvent, ReactNode } from "react";
import type { RowWindow } from "./use-row-window.ts";

/** A list box of which only a window exists, as high as if all of it did. */
export function WindowBox(props: {
  readonly window: RowWindow;
  readonly length: number;
  readonly className: string;
  readonly label: string;
  /** Id of the row that is chosen; nothing while it does not exist. */
  readonly active: string | undefined;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly children: ReactNode;
}) {
  const { box, from, rowHeight, onScroll } = props.window;
  return (
    <div
      ref={box}
      className={props.className}
      role="listbox"
      aria-label={props.label}
      aria-activedescendant={props.active}
      tabIndex={0}
      onScroll={onScroll}
      onKeyDown={props.onKeyDown}
    >
      <div role="presentation" style={{ height: props.length * rowHeight }}>
        <div
          role="presentation"
          style={{ transform: `translateY(${from * rowHeight}px)` }}
        >
          {props.children}
        </div>
      </div>
    </div>
  );
}
