import type { ReactNode } from "react";
import { X } from "lucide-react";
import { MESSAGE_ATTACHMENT_LIMIT } from "@agent-studio/shared";
import { isPending } from "../../client/attachments/attachments-view.ts";
import type { AttachmentItem } from "../../client/attachments/attachments-view.ts";
import { FailureNote } from "../failure-note.tsx";
import { IconButton } from "../icon-button.tsx";
import { useModelDialog } from "../model-dialog-context.tsx";
import { useTexts } from "../text-context.tsx";
import { useCell } from "../use-cell.ts";
import { ATTACHMENT_STATE_ID, LACKS_IMAGES_ID } from "./attachment-ids.ts";
import { useAttachments } from "./use-attachments.ts";
import { useAttachmentTexts } from "./use-attachment-texts.ts";
import type { AttachmentText } from "./use-attachment-texts.ts";
import { useLacksImages } from "./use-lacks-images.ts";
import { visibleName } from "./visible-name.ts";

/** Whether a message waits for its uploads, or did and was held back since one failed. */
export interface WaitingState {
  readonly phase: "none" | "waiting" | "held back";
  readonly stop: () => void;
}

/** How the uploads stand as a whole, and what went wrong around them. */
export function AttachmentNotes(props: { readonly waiting: WaitingState }) {
  const a = useAttachmentTexts();
  const { items } = useCell(useAttachments().view);
  return (
    <>
      <div className="tray-state">
        <p id={ATTACHMENT_STATE_ID} className="note" role="status">
          {summary(items, props.waiting, a)}
        </p>
        {props.waiting.phase === "waiting" && (
          <button type="button" className="button" onClick={props.waiting.stop}>
            {a("stopWaiting")}
          </button>
        )}
      </div>
      <LacksImages />
      <Troubles />
    </>
  );
}

function summary(
  items: readonly AttachmentItem[],
  { phase }: WaitingState,
  a: AttachmentText,
): ReactNode {
  const count = items.filter(isPending).length;
  if (count > 0) {
    return a(phase === "waiting" ? "waiting" : "pending", { count });
  }
  const failed = items.filter(({ status }) => status.phase === "failed");
  if (failed.length > 0) {
    return a(phase === "held back" ? "notSent" : "restGoes");
  }
  if (items.length === 0) return "";
  return <span className="visually-hidden">{a("done")}</span>;
}

function LacksImages() {
  const a = useAttachmentTexts();
  const attachments = useAttachments();
  const dialog = useModelDialog();
  const lacksImages = useLacksImages();
  if (!lacksImages) return null;
  return (
    <div className="lacks-images">
      <p id={LACKS_IMAGES_ID} role="alert">
        {a("lacksImages")}
      </p>
      <div className="button-row">
        <button type="button" className="button" onClick={() => dialog.open()}>
          {a("chooseModel")}
        </button>
        <button
          type="button"
          className="button"
          onClick={() => attachments.store()?.removeAll()}
        >
          {a("removeImages")}
        </button>
      </div>
    </div>
  );
}

function Troubles() {
  const a = useAttachmentTexts();
  const { error } = useTexts();
  const attachments = useAttachments();
  const { leftOut, lost, notRemoved } = useCell(attachments.view);
  const limit = MESSAGE_ATTACHMENT_LIMIT;
  const texts = [
    leftOut.length > 0 && a("leftOut", { limit, names: listed(leftOut) }),
    lost.length > 0 && a("lost", { names: listed(lost) }),
    notRemoved !== null &&
      a("notRemoved", {
        name: visibleName(notRemoved.name),
        reason: error(notRemoved.code),
      }),
  ].filter((text) => text !== false);
  if (texts.length === 0) return null;
  return (
    <FailureNote text={texts.join(" ")}>
      <IconButton
        icon={X}
        label={a("dismiss")}
        onClick={() => attachments.dismissNotes()}
      />
    </FailureNote>
  );
}

function listed(names: readonly string[]): string {
  return names.map(visibleName).join(", ");
}
