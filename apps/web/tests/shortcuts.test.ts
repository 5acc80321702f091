import { describe, expect, it } from "vitest";
import { createShortcuts, keysOf } from "../src/client/shortcuts.ts";
import type { KeyPress, Shortcut } from "../src/client/shortcuts.ts";

function press(key: string, parts: Partial<KeyPress> = {}): KeyPress {
  return {
    key,
    shiftKey: false,
    altKey: false,
    ctrlKey: false,
    metaKey: false,
    typing: false,
    ...parts,
  };
}

function registry(singleKeys = true) {
  const done: string[] = [];
  const shortcuts = createShortcuts({ singleKeys: () => singleKeys });
  const add = (keys: string, parts: Partial<Shortcut> = {}) =>
    shortcuts.add({
      id: keys,
      keys,
      label: keys,
      group: "page",
      run: () => done.push(parts.id ?? keys),
      ...parts,
    });
  return { shortcuts, add, done };
}

describe("a shortcut", () => {
  it("is done by its key, and by no other", () => {
    const { shortcuts, add, done } = registry();
    add("c");
    add("Shift+F6");
    add("F6");
    add("Mod+K");
    expect(shortcuts.press(press("x"))).toBe(false);
    expect(shortcuts.press(press("c"))).toBe(true);
    shortcuts.press(press("F6", { shiftKey: true }));
    shortcuts.press(press("F6"));
    shortcuts.press(press("k", { metaKey: true }));
    shortcuts.press(press("k", { ctrlKey: true }));
    expect(done).toEqual(["c", "Shift+F6", "F6", "Mod+K", "Mod+K"]);
  });

  it.each([
    ["Ctrl", { ctrlKey: true }],
    ["Alt", { altKey: true }],
    ["Shift", { shiftKey: true }],
  ])("of a single letter leaves %s with that letter alone", (_, parts) => {
    const { shortcuts, add } = registry();
    add("c");
    expect(shortcuts.press(press("c", parts))).toBe(false);
  });

  it("of a sign works whether the keyboard needs Shift for it or not", () => {
    const { shortcuts, add, done } = registry();
    add("?");
    shortcuts.press(press("?", { shiftKey: true }));
    shortcuts.press(press("?"));
    expect(done).toEqual(["?", "?"]);
  });

  it("of a single key does nothing while someone types, or when those are switched off", () => {
    const typing = registry();
    typing.add("c");
    typing.add("F6");
    expect(typing.shortcuts.press(press("c", { typing: true }))).toBe(false);
    expect(typing.shortcuts.press(press("F6", { typing: true }))).toBe(true);
    const off = registry(false);
    off.add("c");
    off.add("F6");
    expect(off.shortcuts.press(press("c"))).toBe(false);
    expect(off.shortcuts.press(press("F6"))).toBe(true);
  });

  it("is gone with what added it, and its successor stays", () => {
    const { shortcuts, add, done } = registry();
    const remove = add("c");
    add("c", { id: "c", run: () => done.push("second") });
    remove();
    remove();
    shortcuts.press(press("c"));
    expect(done).toEqual(["second"]);
  });

  it("is listed by its group", () => {
    const { shortcuts, add } = registry();
    add("/", { group: "timeline" });
    add("n", { group: "sessions" });
    add("?");
    expect(shortcuts.list.get().map(({ keys }) => keys)).toEqual([
      "?",
      "n",
      "/",
    ]);
  });

  it("is shown key by key", () => {
    expect(keysOf("Shift+F6")).toEqual(["Shift", "F6"]);
    expect(keysOf("+")).toEqual(["+"]);
  });
});
