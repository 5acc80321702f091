import { Eye, EyeOff } from "lucide-react";
import type { RedactedConnection } from "@agent-studio/shared";
import { useTexts } from "../text-context.tsx";
import { FieldFrame } from "./field-frame.tsx";
import { problemText } from "./form-problem.ts";
import type { FormProblem } from "./form-problem.ts";
import { KEY_INPUT_NAME } from "./secret-inputs.ts";
import { SecretInput } from "./secret-input.tsx";
import { REVEAL_MS, useReveal } from "./use-reveal.ts";
import { useSettingsTexts } from "./use-settings-texts.ts";
import type { SettingsText } from "./use-settings-texts.ts";

const KEY_LIMIT = 4096;

/** Where the key is typed. What is stored shows as a hint only. */
export function KeyField(props: {
  readonly stored: RedactedConnection | null;
  /** The origin whose key saving would drop. */
  readonly dropped: string | null;
  readonly problem: FormProblem | undefined;
  readonly onTyped: () => void;
}) {
  const text = useSettingsTexts();
  const { locale } = useTexts();
  const { isShown, toggle } = useReveal();
  const { stored, dropped } = props;
  return (
    <div className="key-field">
      <FieldFrame
        label={text("key.label")}
        problem={problemText(props.problem, text, locale)}
        hint={
          <span aria-live="polite" data-tone={dropped === null ? "" : "warn"}>
            {hintText(text, stored, dropped)}
          </span>
        }
      >
        {(binding) => (
          <span className="key-input">
            <SecretInput
              {...binding}
              secret={KEY_INPUT_NAME}
              isShown={isShown}
              maxLength={KEY_LIMIT}
              onTyped={props.onTyped}
            />
            <button
              type="button"
              className="icon-button"
              aria-pressed={isShown}
              aria-label={text("key.show")}
              title={text("key.show")}
              onClick={toggle}
            >
              {isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
            </button>
          </span>
        )}
      </FieldFrame>
      <span className="note" aria-live="polite">
        {isShown && text("key.shown", { seconds: REVEAL_MS / 1000 })}
      </span>
    </div>
  );
}

function hintText(
  text: SettingsText,
  stored: RedactedConnection | null,
  dropped: string | null,
): string {
  if (dropped !== null) return text("key.dropped", { origin: dropped });
  if (stored?.hasKey !== true) return text("key.explain");
  return stored.keyHint === null
    ? text("key.staysUnseen")
    : text("key.stays", { hint: stored.keyHint });
}
