import { useEffect, useState } from "react";
import type { ClipboardEvent, DragEvent } from "react";
import { COMPOSER_ID, focusComposer } from "../focus-composer.ts";
import { readPaste } from "./pasted-files.ts";
import { useAttachments } from "./use-attachments.ts";

/** Files that are dropped on the conversation, or pasted in it, are attached. Dragged text is left alone. */
export function useFileDrop() {
  const attachments = useAttachments();
  const [isOver, setOver] = useState(false);
  useEffect(guardPage, []);
  const onDragOver = (event: DragEvent) => {
    if (!bringsFiles(event.dataTransfer)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    setOver(true);
  };
  return {
    isOver,
    handlers: {
      onDragEnter: onDragOver,
      onDragOver,
      onDragLeave(event: DragEvent) {
        const to = event.relatedTarget;
        const isInside = to instanceof Node && event.currentTarget.contains(to);
        if (!isInside) setOver(false);
      },
      onDrop(event: DragEvent) {
        setOver(false);
        if (!bringsFiles(event.dataTransfer)) return;
        event.preventDefault();
        void attachments.add([...event.dataTransfer.files]);
        focusComposer();
      },
      onPaste(event: ClipboardEvent) {
        if (isOtherField(event.target)) return;
        const { files, keepsText } = readPaste(event.clipboardData);
        if (files.length === 0) return;
        if (!keepsText) event.preventDefault();
        void attachments.add(files);
      },
    },
  };
}

function bringsFiles({ types }: DataTransfer): boolean {
  return types.includes("Files");
}

function isOtherField(target: EventTarget): boolean {
  if (!(target instanceof Element) || target.id === COMPOSER_ID) return false;
  return target.closest("input, textarea, select, dialog") !== null;
}

/** A file that is dropped beside the conversation would be opened by the browser in place of the page. */
function guardPage(): () => void {
  const end = new AbortController();
  for (const type of ["dragover", "drop"] as const) {
    const guard = (event: globalThis.DragEvent) => {
      const data = event.dataTransfer;
      if (data === null || event.defaultPrevented || !bringsFiles(data)) return;
      event.preventDefault();
      data.dropEffect = "none";
    };
    window.addEventListener(type, guard, { signal: end.signal });
  }
  return () => end.abort();
}
