import { useEffect, useEffectEvent } from "react";
import { useStudio } from "./studio-context.tsx";
import type { Shortcut } from "../client/shortcuts.ts";

/**
 * Adds a shortcut for as long as the component is mounted, for example
 * `useShortcut({ id: "timeline.search", keys: "/", group: "timeline", label: t("…"), run: focusSearch })`.
 * `run` may change at each rendering.
 */
export function useShortcut(shortcut: Shortcut): void {
  const { shortcuts } = useStudio();
  const { id, keys, group, label } = shortcut;
  const run = useEffectEvent(shortcut.run);
  useEffect(
    () => shortcuts.add({ id, keys, group, label, run: () => run() }),
    [shortcuts, id, keys, group, label],
  );
}
