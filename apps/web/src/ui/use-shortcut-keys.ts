import { useEffect } from "react";
import { useStudio } from "./studio-context.tsx";

/** Lets the keys of the whole page do what the shortcuts say, except in an open dialog. */
export function useShortcutKeys(): void {
  const { shortcuts } = useStudio();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.isComposing) return;
      const target = event.target instanceof Element ? event.target : null;
      if (document.querySelector("dialog:modal") !== null) return;
      const { key, shiftKey, altKey, ctrlKey, metaKey } = event;
      const typing = target !== null && isTyping(target);
      const press = { key, shiftKey, altKey, ctrlKey, metaKey, typing };
      if (shortcuts.press(press)) event.preventDefault();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [shortcuts]);
}

const TYPED_INTO = [
  "textarea",
  "select",
  "input:not([type=checkbox], [type=radio], [type=button], [type=range])",
  "[contenteditable]:not([contenteditable=false])",
].join();

function isTyping(element: Element): boolean {
  return element.closest(TYPED_INTO) !== null;
}
