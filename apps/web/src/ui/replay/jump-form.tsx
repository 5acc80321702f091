import { useId, useState } from "react";
import type { Replay } from "../../client/replay.ts";
import type { TimelineTexts } from "../timeline/timeline-texts.ts";

/** Goes to the event whose number is typed. */
export function JumpForm(props: {
  readonly replay: Replay;
  readonly first: number;
  readonly last: number;
  readonly texts: TimelineTexts;
}) {
  const { replay, first, last, texts } = props;
  const { t, number } = texts;
  const problemId = useId();
  const [text, setText] = useState("");
  const wanted = Number(text);
  const isNumber = /^\d+$/.test(text.trim());
  const isWrong =
    text !== "" && !(isNumber && wanted >= first && wanted <= last);
  return (
    <form
      className="replay-jump"
      onSubmit={(event) => {
        event.preventDefault();
        if (text === "" || isWrong) return;
        replay.pause();
        replay.seek(wanted);
        setText("");
      }}
    >
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        value={text}
        aria-label={t("replay.jumpTo")}
        placeholder={t("replay.jumpTo")}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? problemId : undefined}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" className="button">
        {t("replay.jump")}
      </button>
      {isWrong && (
        <span id={problemId} className="replay-problem" role="status">
          {t("replay.outside", { first: number(first), last: number(last) })}
        </span>
      )}
    </form>
  );
}
