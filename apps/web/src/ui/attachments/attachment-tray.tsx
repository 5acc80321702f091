import { useRef, useState } from "react";
import { lazyPart } from "@agent-studio/labs/ui";
import type { AttachmentItem } from "../../client/attachments/attachments-view.ts";
import { focusComposer } from "../focus-composer.ts";
import { LateDialog } from "../late-dialog.tsx";
import { useCell } from "../use-cell.ts";
import { AttachmentChip } from "./attachment-chip.tsx";
import { AttachmentNotes } from "./attachment-notes.tsx";
import type { WaitingState } from "./attachment-notes.tsx";
import { useAttachments } from "./use-attachments.ts";
import { useAttachmentTexts } from "./use-attachment-texts.ts";
import { visibleName } from "./visible-name.ts";

const ImagePreview = lazyPart(async () => {
  const { ImagePreview: preview } = await import("./image-preview.tsx");
  return { default: preview };
});

/** The files that go with the next message, and what is to be said about them. */
export function AttachmentTray(props: { readonly waiting: WaitingState }) {
  const a = useAttachmentTexts();
  const attachments = useAttachments();
  const { items } = useCell(attachments.view);
  const [previewed, setPreviewed] = useState<Picture | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const remove = (item: AttachmentItem) => {
    const place = items.indexOf(item);
    attachments.store()?.remove(item.localId);
    focusAfterRemoval(list.current, place);
  };
  return (
    <div className="tray">
      {items.length > 0 && (
        <ul ref={list} className="chips" aria-label={a("list")}>
          {items.map((item) => (
            <AttachmentChip
              key={item.localId}
              item={item}
              onRemove={() => remove(item)}
              onRetry={() => attachments.store()?.retry(item.localId)}
              onPreview={() => setPreviewed(pictureOf(item))}
            />
          ))}
        </ul>
      )}
      <AttachmentNotes waiting={props.waiting} />
      {previewed !== null && (
        <LateDialog
          title={visibleName(previewed.name)}
          onClose={() => setPreviewed(null)}
        >
          <ImagePreview
            name={previewed.name}
            address={previewed.address}
            onClose={() => setPreviewed(null)}
          />
        </LateDialog>
      )}
    </div>
  );
}

interface Picture {
  readonly name: string;
  readonly address: string;
}

function pictureOf({ name, picture }: AttachmentItem): Picture | null {
  return picture === null ? null : { name, address: picture };
}

/** The focus goes to the same button of the neighbour, or back to where a person writes. */
function focusAfterRemoval(list: HTMLElement | null, place: number): void {
  const chips = [...(list?.children ?? [])];
  const neighbour = chips[place + 1] ?? chips[place - 1];
  const buttons = neighbour?.querySelectorAll<HTMLElement>("button") ?? [];
  const last = [...buttons].at(-1);
  if (last === undefined) focusComposer();
  else last.focus();
}
