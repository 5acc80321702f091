import { useEffect, useId, useRef, useState } from "react";
import type { ApiFailure } from "../client/api-failure.ts";
import { isComposing } from "./composing.ts";
import { useTexts } from "./text-context.tsx";

interface Props {
  readonly title: string;
  /** Resolves with why it was not taken, else null. */
  readonly onSave: (title: string) => Promise<ApiFailure | null>;
  /** Saved or given up. */
  readonly onDone: () => void;
}

/** A new title in the place of the old one. Escape leaves it as it was; an empty one is refused with a sentence. */
export function RenameForm(props: Props) {
  const { t } = useTexts();
  const { title, problem, saving, write, save } = useRenaming(props);
  const problemId = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  return (
    <form
      className="rename"
      onSubmit={(event) => {
        event.preventDefault();
        input.current?.focus();
        void save();
      }}
    >
      <input
        ref={input}
        type="text"
        dir="auto"
        aria-label={t("sessions.renameLabel")}
        aria-invalid={problem !== ""}
        aria-describedby={problemId}
        value={title}
        maxLength={200}
        readOnly={saving}
        onChange={(event) => write(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && isComposing(event)) {
            event.preventDefault();
          }
          if (event.key === "Escape" && !isComposing(event)) props.onDone();
        }}
      />
      <p id={problemId} className="rename-problem" role="alert">
        {problem}
      </p>
      <div className="button-row">
        <button type="submit" className="button">
          {t("sessions.save")}
        </button>
        <button type="button" className="button" onClick={props.onDone}>
          {t("sessions.cancel")}
        </button>
      </div>
    </form>
  );
}

function useRenaming({ title: before, onSave, onDone }: Props) {
  const { t, error } = useTexts();
  const [title, setTitle] = useState(before);
  const [problem, setProblem] = useState("");
  const [saving, setSaving] = useState(false);
  const save = async () => {
    const next = title.trim();
    if (saving) return;
    if (next === "") return setProblem(t("sessions.renameEmpty"));
    if (next === before) return onDone();
    setSaving(true);
    const failure = await onSave(next);
    if (failure === null) return onDone();
    setSaving(false);
    setProblem(t("sessions.renameFailed", { reason: error(failure.code) }));
  };
  const write = (text: string) => {
    setTitle(text);
    setProblem("");
  };
  return { title, problem, saving, write, save };
}
