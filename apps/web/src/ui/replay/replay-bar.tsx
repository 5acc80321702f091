import { useEffect, useRef } from "react";
import {
  History,
  Pause,
  Play,
  StepBack,
  StepForward,
  Undo2,
} from "lucide-react";
import { SPEEDS } from "../../client/replay.ts";
import type { Replay, ReplayView } from "../../client/replay.ts";
import { IconButton } from "../icon-button.tsx";
import { useSession } from "../session-context.tsx";
import { useTimelineTexts } from "../timeline/timeline-texts.ts";
import type { TimelineTexts } from "../timeline/timeline-texts.ts";
import { useCell } from "../use-cell.ts";
import { JumpForm } from "./jump-form.tsx";

interface Props {
  readonly replay: Replay;
  readonly onLeave: () => void;
}

/** Says that this is the past, and moves through it. */
export function ReplayBar({ replay, onLeave }: Props) {
  const texts = useTimelineTexts();
  const { t, number } = texts;
  const { mode } = useSession();
  const view = useCell(replay.view);
  const { place, first, last } = view;
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    region.current?.querySelector<HTMLElement>("[data-first]")?.focus();
  }, []);
  return (
    <section
      ref={region}
      className="replay-bar"
      aria-label={t("replay.label")}
      onKeyDown={(event) => {
        if (event.key === "Escape") onLeave();
      }}
    >
      <p className="replay-mark">
        <History aria-hidden className="inline-icon" />
        <strong>{t("replay.mark")}</strong>
        <span className="replay-why">{t("replay.why")}</span>
      </p>
      <div className="replay-controls">
        <PlayButtons replay={replay} view={view} texts={texts} />
        <input
          type="range"
          className="replay-slider"
          aria-label={t("replay.slider")}
          aria-valuetext={t("replay.place", {
            place: number(place),
            last: number(last),
          })}
          min={first}
          max={last}
          step={1}
          value={place}
          onChange={(event) => replay.seek(event.target.valueAsNumber)}
        />
        <span className="replay-place" aria-hidden>
          {t("replay.place", { place: number(place), last: number(last) })}
        </span>
        <SpeedChoice replay={replay} view={view} texts={texts} />
        <JumpForm replay={replay} first={first} last={last} texts={texts} />
        <button type="button" className="button primary" onClick={onLeave}>
          <Undo2 aria-hidden className="inline-icon" />
          {t(mode === "file" ? "replay.leaveFile" : "replay.leave")}
        </button>
      </div>
    </section>
  );
}

interface PartProps {
  readonly replay: Replay;
  readonly view: ReplayView;
  readonly texts: TimelineTexts;
}

function PlayButtons({ replay, view, texts }: PartProps) {
  const { t } = texts;
  const { place, first, last, playing } = view;
  const step = (by: number) => {
    replay.pause();
    replay.seek(place + by);
  };
  return (
    <>
      <IconButton
        label={t("replay.back")}
        aria-disabled={place <= first}
        onClick={() => step(-1)}
        icon={StepBack}
      />
      <IconButton
        label={t(playing ? "replay.pause" : "replay.play")}
        data-first
        onClick={() => (playing ? replay.pause() : replay.play())}
        icon={playing ? Pause : Play}
      />
      <IconButton
        label={t("replay.forward")}
        aria-disabled={place >= last}
        onClick={() => step(1)}
        icon={StepForward}
      />
    </>
  );
}

function SpeedChoice({ replay, view, texts }: PartProps) {
  return (
    <select
      className="replay-speed"
      aria-label={texts.t("replay.speed")}
      value={view.speed}
      onChange={(event) => {
        const wanted = Number(event.target.value);
        const speed = SPEEDS.find((one) => one === wanted);
        if (speed !== undefined) replay.setSpeed(speed);
      }}
    >
      {SPEEDS.map((speed) => (
        <option key={speed} value={speed}>
          {texts.number(speed)}×
        </option>
      ))}
    </select>
  );
}
