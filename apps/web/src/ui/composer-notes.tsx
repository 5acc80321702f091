import { MESSAGE_TEXT_LIMIT } from "@agent-studio/shared";
import { useAttachments } from "./attachments/use-attachments.ts";
import { COUNT_ID } from "./composer-input.tsx";
import { FailureNote } from "./failure-note.tsx";
import { useSession } from "./session-context.tsx";
import { useTexts } from "./text-context.tsx";
import { useCell, useCellPart } from "./use-cell.ts";

/** The count is shown from this much of the limit on. */
const NEAR_THE_LIMIT = MESSAGE_TEXT_LIMIT * 0.9;

/** What a person should know about the message that is being written. */
export function ComposerNotes(props: {
  readonly running: boolean;
  readonly length: number;
}) {
  const { t, error } = useTexts();
  const { commands } = useSession();
  const sendFailure = useCellPart(commands.view, (view) => view.sendFailure);
  const stopFailure = useCellPart(commands.view, (view) => view.stopFailure);
  const isUnavailable = useCell(useAttachments().unavailable);
  return (
    <>
      {isUnavailable && <FailureNote text={t("composer.attachUnavailable")} />}
      {sendFailure !== null && (
        <FailureNote
          text={t("composer.notSent", { reason: error(sendFailure.code) })}
        />
      )}
      {stopFailure !== null && props.running && (
        <FailureNote
          text={t("run.stopFailed", { reason: error(stopFailure.code) })}
        />
      )}
      {props.running && props.length > 0 && (
        <p className="note">{t("composer.busy")}</p>
      )}
      <CharacterCount length={props.length} />
    </>
  );
}

function CharacterCount({ length }: { readonly length: number }) {
  const { t, number } = useTexts();
  if (length < NEAR_THE_LIMIT) return null;
  const over = length - MESSAGE_TEXT_LIMIT;
  return (
    <p id={COUNT_ID} className={over > 0 ? "tool-problem" : "note"}>
      {t("composer.count", {
        count: number(length),
        limit: number(MESSAGE_TEXT_LIMIT),
      })}
      {over > 0 && ` ${t("composer.tooLong", { count: number(over) })}`}
    </p>
  );
}
