export const COMPOSER_ID = "composer";

/** Puts the focus where a person writes; for buttons that vanish with what they did. */
export function focusComposer(): void {
  document.getElementById(COMPOSER_ID)?.focus();
}
