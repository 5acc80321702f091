/** When the focus may be moved without taking it from someone. */

/** Someone who pressed a key this recently may go on. */
const STILL_TYPING_MS = 2_000;
const TEXT_FIELDS = "input, textarea, select, [contenteditable]";

export interface FocusFacts {
  readonly document: Document;
  /** When a key was last pressed, and now: milliseconds of the page's own time. */
  readonly lastKeyAt: number;
  readonly now: number;
}

/** Whether someone is in the middle of something: writing, selecting, in a dialog, or in another window. */
export function isOccupied(facts: FocusFacts): boolean {
  const { document, lastKeyAt, now } = facts;
  const focused = document.activeElement;
  return (
    !document.hasFocus() ||
    now - lastKeyAt < STILL_TYPING_MS ||
    document.querySelector("dialog[open]") !== null ||
    document.getSelection()?.isCollapsed === false ||
    (focused !== null && isWriting(focused))
  );
}

/** Whether a question may take the focus: from nobody who is occupied, and only within the conversation. */
export function mayTakeFocus(facts: FocusFacts): boolean {
  if (isOccupied(facts)) return false;
  const focused = facts.document.activeElement;
  if (focused === null || focused === facts.document.body) return true;
  return (
    focused.closest("main") !== null &&
    focused.closest("[data-approval]") === null
  );
}

function isWriting(element: Element): boolean {
  if (!element.matches(TEXT_FIELDS)) return false;
  return !(element instanceof HTMLTextAreaElement && element.value === "");
}

/** Whether an element is still there to be given the focus. */
export function canTakeFocus(element: HTMLElement | null): boolean {
  return element?.isConnected === true && element.offsetParent !== null;
}
