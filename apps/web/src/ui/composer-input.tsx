import { useLayoutEffect, useRef } from "react";
import type { KeyboardEvent, RefObject } from "react";
import { MESSAGE_TEXT_LIMIT } from "@agent-studio/shared";
import type { Message } from "@agent-studio/shared";
import { isComposing } from "./composing.ts";
import { COMPOSER_ID } from "./focus-composer.ts";
import { useSession } from "./session-context.tsx";
import { useTexts } from "./text-context.tsx";
import { useCell } from "./use-cell.ts";
import { useDraft } from "./use-draft.ts";

/** The id of the element that counts the characters. */
export const COUNT_ID = "composer-count";

/** Where a person writes: Enter sends, Shift and Enter start a line, up and down bring earlier messages. */
export function ComposerInput(props: {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly onSend: () => void;
}) {
  const { t } = useTexts();
  const draft = useDraft();
  const { view } = useSession();
  const { text } = useCell(draft.view);
  const hasMoved = useRef(false);
  const { field } = props;
  useFittedHeight(field, text);
  useLayoutEffect(() => {
    if (!hasMoved.current) return;
    hasMoved.current = false;
    field.current?.setSelectionRange(text.length, text.length);
  }, [text, field]);

  const recall = (key: string): boolean => {
    const sent = sentTexts(view.get().state.messages);
    hasMoved.current =
      key === "ArrowUp" ? draft.older(sent) : draft.newer(sent);
    return hasMoved.current;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event)) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      props.onSend();
    }
    const isRecalled = draft.view.get().isRecalled;
    if (meansRecall(event, isRecalled) && recall(event.key)) {
      event.preventDefault();
    }
  };
  return (
    <textarea
      ref={field}
      id={COMPOSER_ID}
      className="composer-input"
      name="message"
      rows={2}
      aria-label={t("composer.label")}
      aria-describedby={COUNT_ID}
      aria-invalid={text.length > MESSAGE_TEXT_LIMIT}
      placeholder={t("composer.placeholder")}
      enterKeyHint="send"
      autoComplete="off"
      dir="auto"
      value={text}
      onChange={(event) => draft.write(event.target.value)}
      onKeyDown={onKeyDown}
    />
  );
}

/** As high as its text, within what the style allows. */
function useFittedHeight(
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
): void {
  useLayoutEffect(() => {
    if (field.current !== null) fitHeight(field.current);
  }, [field, text]);
}

function fitHeight(element: HTMLTextAreaElement): void {
  element.style.height = "auto";
  element.style.height = `${element.scrollHeight}px`;
}

/**
 * Whether an arrow key asks for another message instead of moving the caret: up from the very start, or in
 * something recalled from its end; down only in something recalled, from its end.
 */
function meansRecall(
  event: KeyboardEvent<HTMLTextAreaElement>,
  isRecalled: boolean,
): boolean {
  const { key, shiftKey, altKey, ctrlKey, metaKey } = event;
  if (shiftKey || altKey || ctrlKey || metaKey) return false;
  const { selectionStart, selectionEnd, value } = event.currentTarget;
  if (selectionStart !== selectionEnd) return false;
  const isAtEnd = selectionStart === value.length;
  if (key === "ArrowDown") return isRecalled && isAtEnd;
  return key === "ArrowUp" && (selectionStart === 0 || (isRecalled && isAtEnd));
}

function sentTexts(messages: readonly Message[]): readonly string[] {
  return messages.flatMap((message) =>
    message.role === "user" ? [message.text] : [],
  );
}
