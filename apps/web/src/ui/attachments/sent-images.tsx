import { useState } from "react";
import { lazyPart } from "@agent-studio/labs/ui";
import type { CSSProperties } from "react";
import { File, ImageOff } from "lucide-react";
import { ROUTES } from "@agent-studio/shared";
import type { Attachment } from "@agent-studio/shared";
import { addressOf } from "../../client/api-client.ts";
import { LateDialog } from "../late-dialog.tsx";
import { useSession, useSessionState } from "../session-context.tsx";
import { useAttachmentTexts } from "./use-attachment-texts.ts";
import { visibleName } from "./visible-name.ts";

const ImagePreview = lazyPart(async () => {
  const { ImagePreview: preview } = await import("./image-preview.tsx");
  return { default: preview };
});

/** The images of a message, from the server. */
export function SentImages(props: { readonly sent: readonly Attachment[] }) {
  return (
    <ul className="sent-images">
      {props.sent.map((attachment) => (
        <li key={attachment.attachmentId}>
          {attachment.kind === "image" ? (
            <SentImage attachment={attachment} />
          ) : (
            <SentFile name={attachment.name} />
          )}
        </li>
      ))}
    </ul>
  );
}

function SentFile({ name }: { readonly name: string }) {
  const a = useAttachmentTexts();
  return (
    <p className="sent-missing">
      <File aria-hidden className="inline-icon" />
      {a("sentFile", { name: visibleName(name) })}
    </p>
  );
}

/** As high as most get; wide ones are lower. In pixels. */
const PICTURE_HEIGHT = 158;

/** The room that an image takes, known before it is there, so that nothing moves when it comes. */
function shapeOf({ width, height }: Attachment): CSSProperties {
  if (width === undefined || height === undefined) {
    return { height: PICTURE_HEIGHT };
  }
  const ratio = width / height;
  return { aspectRatio: ratio, width: Math.min(width, PICTURE_HEIGHT * ratio) };
}

function SentImage({ attachment }: { readonly attachment: Attachment }) {
  const a = useAttachmentTexts();
  const { sessionId, mode } = useSession();
  const { attachmentId } = attachment;
  // A log file holds no bytes, and nothing of it is asked of a server.
  const isPresent = useSessionState(
    (state) =>
      mode !== "file" &&
      state.attachments.some((other) => other.attachmentId === attachmentId),
  );
  const [isBroken, setBroken] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const name = visibleName(attachment.name);
  if (!isPresent || isBroken) {
    const key =
      isPresent || mode === "file" ? "sentUnavailable" : "sentRemoved";
    return (
      <p className="sent-missing">
        <ImageOff aria-hidden className="inline-icon" />
        {a(key, { name })}
      </p>
    );
  }
  const address = addressOf(ROUTES.getAttachment, { sessionId, attachmentId });
  return (
    <>
      <button
        type="button"
        className="sent-image"
        aria-label={a("preview", { name })}
        onClick={() => setOpen(true)}
      >
        <img
          src={address}
          alt={name}
          style={shapeOf(attachment)}
          draggable={false}
          onError={() => setBroken(true)}
        />
      </button>
      {isOpen && (
        <LateDialog title={name} onClose={() => setOpen(false)}>
          <ImagePreview
            name={attachment.name}
            address={address}
            onClose={() => setOpen(false)}
          />
        </LateDialog>
      )}
    </>
  );
}
