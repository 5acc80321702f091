import { useEffect, useRef, useState } from "react";
import { isComposing } from "./composing.ts";
import { useTexts } from "./text-context.tsx";

/** A new title for a session. Escape leaves it as it was. */
export function RenameForm(props: {
  readonly title: string;
  readonly onSave: (title: string) => void;
  readonly onCancel: () => void;
}) {
  const { t } = useTexts();
  const [title, setTitle] = useState(props.title);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  return (
    <form
      className="rename"
      onSubmit={(event) => {
        event.preventDefault();
        if (title.trim() !== "") props.onSave(title.trim());
      }}
    >
      <input
        ref={input}
        type="text"
        aria-label={t("sessions.renameLabel")}
        value={title}
        maxLength={200}
        onChange={(event) => setTitle(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && isComposing(event)) {
            event.preventDefault();
          }
          if (event.key === "Escape" && !isComposing(event)) props.onCancel();
        }}
      />
      <button type="submit" className="button">
        {t("sessions.save")}
      </button>
      <button type="button" className="button" onClick={props.onCancel}>
        {t("sessions.cancel")}
      </button>
    </form>
  );
}
