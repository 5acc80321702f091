/**
 * The keys that do something anywhere on the page. A feature adds its own with `useShortcut` while it is
 * mounted, and they stand in the list under `?` by themselves.
 */
import { createCell } from "./cell.ts";
import type { ReadableCell } from "./cell.ts";

export const SHORTCUT_GROUPS = [
  "page",
  "sessions",
  "conversation",
  "approvals",
  "timeline",
] as const;
/** The heading under which a shortcut is listed. */
export type ShortcutGroup = (typeof SHORTCUT_GROUPS)[number];

export interface Shortcut {
  /** One for each thing that can be done; adding it again replaces it. */
  readonly id: string;
  /**
   * One key as `KeyboardEvent.key` names it, with `Shift+`, `Alt+` or `Mod+` (Ctrl, ⌘) before it: `c`, `?`, `F6`,
   * `Shift+F6`, `Mod+K`. A single character works only while nobody types, and can be switched off.
   */
  readonly keys: string;
  /** What it does, in the language of the page. */
  readonly label: string;
  readonly group: ShortcutGroup;
  readonly run: () => void;
}

/** What a key press has that matters here. */
export type KeyPress = Pick<
  KeyboardEvent,
  "key" | "shiftKey" | "altKey" | "ctrlKey" | "metaKey"
> & {
  /** The focus is where text is typed or a value is chosen. */
  readonly typing: boolean;
};

export interface Shortcuts {
  /** In the order of their groups, and in each as they were added. */
  readonly list: ReadableCell<readonly Shortcut[]>;
  /** The answer takes it away again and may be used twice. */
  add(shortcut: Shortcut): () => void;
  /** Does what the key stands for; whether it stood for anything. */
  press(press: KeyPress): boolean;
}

export interface ShortcutsOptions {
  /** Whether single characters are shortcuts. */
  readonly singleKeys: () => boolean;
}

/** A registry without any shortcut. */
export function createShortcuts(options: ShortcutsOptions): Shortcuts {
  const list = createCell<readonly Shortcut[]>([]);
  return {
    list,
    add(shortcut) {
      const others = list.get().filter(({ id }) => id !== shortcut.id);
      list.set([...others, shortcut].sort(byGroup));
      return () => list.set(list.get().filter((other) => other !== shortcut));
    },
    press(press) {
      const found = list.get().find(({ keys }) => matches(keys, press));
      if (found === undefined) return false;
      const blocked = press.typing || !options.singleKeys();
      if (isSingleKey(found.keys) && blocked) return false;
      found.run();
      return true;
    },
  };
}

/** Whether it is a single character, which speech input and typing can set off by accident. */
export function isSingleKey(keys: string): boolean {
  return keys.length === 1;
}

/** The keys of a shortcut, each to be shown on its own. */
export function keysOf(keys: string): readonly string[] {
  return isSingleKey(keys) ? [keys] : keys.split("+");
}

function byGroup(a: Shortcut, b: Shortcut): number {
  return SHORTCUT_GROUPS.indexOf(a.group) - SHORTCUT_GROUPS.indexOf(b.group);
}

function matches(keys: string, press: KeyPress): boolean {
  const parts = keysOf(keys);
  const key = parts.at(-1) ?? "";
  if (key.toLowerCase() !== press.key.toLowerCase()) return false;
  const wants = (name: string) => parts.slice(0, -1).includes(name);
  // A sign such as "?" may need Shift on one keyboard and not on another.
  const shiftCounts = key.length > 1 || /[a-z]/i.test(key);
  return (
    wants("Mod") === (press.ctrlKey || press.metaKey) &&
    wants("Alt") === press.altKey &&
    (!shiftCounts || wants("Shift") === press.shiftKey)
  );
}
