import { useState } from "react";
import { File, RotateCw, X } from "lucide-react";
import type {
  AttachmentItem,
  AttachmentStatus,
} from "../../client/attachments/attachments-view.ts";
import { EscapedText } from "../escaped-text.tsx";
import { IconButton } from "../icon-button.tsx";
import { useTexts } from "../text-context.tsx";
import type { Texts } from "../text-context.tsx";
import { useAttachmentTexts } from "./use-attachment-texts.ts";
import type { AttachmentText } from "./use-attachment-texts.ts";
import { visibleName } from "./visible-name.ts";

export interface ChipActions {
  readonly onRemove: () => void;
  readonly onRetry: () => void;
  readonly onPreview: () => void;
}

/** One file of the message that is being written: what it is, how far it is, and what can be done about it. */
export function AttachmentChip({
  item,
  ...actions
}: { readonly item: AttachmentItem } & ChipActions) {
  const texts = useTexts();
  const a = useAttachmentTexts();
  const { status } = item;
  const name = visibleName(item.name);
  return (
    <li className="chip" data-phase={status.phase}>
      <ChipPicture item={item} onPreview={actions.onPreview} />
      <div className="chip-text">
        <span className="chip-name" title={name}>
          <EscapedText text={item.name} />
        </span>
        <span className="chip-state">{stateText(item, texts, a)}</span>
        {status.phase === "uploading" && (
          <progress
            value={status.progress}
            aria-label={a("progress", { name })}
          />
        )}
      </div>
      {status.phase === "failed" && status.canRetry && (
        <IconButton
          icon={RotateCw}
          label={a("retry", { name })}
          onClick={actions.onRetry}
        />
      )}
      <IconButton
        icon={X}
        label={a("remove", { name })}
        onClick={actions.onRemove}
      />
    </li>
  );
}

function ChipPicture(props: {
  readonly item: AttachmentItem;
  readonly onPreview: () => void;
}) {
  const a = useAttachmentTexts();
  const { picture, name } = props.item;
  const [broken, setBroken] = useState<string | null>(null);
  if (picture === null || picture === broken) {
    return (
      <span className="chip-picture">
        <File aria-hidden />
      </span>
    );
  }
  const visible = visibleName(name);
  return (
    <button
      type="button"
      className="chip-picture"
      aria-label={a("preview", { name: visible })}
      onClick={props.onPreview}
    >
      <img
        src={picture}
        alt={visible}
        draggable={false}
        onError={() => setBroken(picture)}
      />
    </button>
  );
}

function stateText(
  item: AttachmentItem,
  texts: Texts,
  a: AttachmentText,
): string {
  const { status } = item;
  switch (status.phase) {
    case "queued":
      return a("queued");
    case "preparing":
      return a("preparing");
    case "uploading":
      return status.progress === 1
        ? a("checking")
        : a("uploading", { percent: percentIn(texts.locale, status.progress) });
    case "ready":
      return sizeIn(texts.locale, status.attachment.sizeBytes);
    case "failed":
      return failureText(status, texts, a);
  }
}

function failureText(
  { code, format }: Extract<AttachmentStatus, { phase: "failed" }>,
  { error }: Texts,
  a: AttachmentText,
): string {
  if (format === "HEIC") return a("heic");
  if (code === "UNSUPPORTED_MEDIA_TYPE" && format !== null) {
    return a("unsupported", { format });
  }
  return error(code);
}

function percentIn(locale: string, part: number): string {
  return new Intl.NumberFormat(locale, { style: "percent" }).format(part);
}

const KILO = 1000;
const MEGA = KILO * KILO;

function sizeIn(locale: string, bytes: number): string {
  const isBig = bytes >= MEGA;
  const format = new Intl.NumberFormat(locale, {
    style: "unit",
    unit: isBig ? "megabyte" : "kilobyte",
    maximumFractionDigits: isBig ? 1 : 0,
  });
  return format.format(isBig ? bytes / MEGA : Math.max(1, bytes / KILO));
}
