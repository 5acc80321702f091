import { describe, expect, it } from "vitest";
import { createBrowserStorage } from "../src/client/browser-storage.ts";
import { createDrafts } from "../src/client/drafts.ts";
import { createMemoryStorage } from "./fakes/memory-storage.ts";

const SESSION = "ses_0000000000000000";
const OTHER = "ses_1111111111111111";

describe("drafts", () => {
  it("are there again after a reload, each in its session", () => {
    const storage = createMemoryStorage();
    const before = createDrafts(storage);
    before.of(SESSION).write("mine");
    before.of(OTHER).write("other");
    before.of(SESSION).fill("demo");
    const after = createDrafts(storage);
    expect(after.of(SESSION).view.get()).toEqual({
      text: "demo",
      isRecalled: false,
      kept: 1,
    });
    after.of(SESSION).restore();
    expect(after.of(SESSION).view.get().text).toBe("mine");
    expect(after.of(OTHER).view.get().text).toBe("other");
  });

  it("survive a reload in the middle of sending, and leave nothing once sent", () => {
    const storage = createMemoryStorage();
    const draft = createDrafts(storage).of(SESSION);
    draft.write("hello");
    const taken = draft.take();
    expect(draft.view.get().text).toBe("");
    expect(createDrafts(storage).of(SESSION).view.get().text).toBe("hello");
    taken.settle(true);
    taken.settle(false);
    expect(draft.view.get().text).toBe("");
    expect(storage.read(`studio.draft.${SESSION}`)).toBeNull();
  });

  it("tell their watchers of what comes back", () => {
    const draft = createDrafts(createMemoryStorage()).of(SESSION);
    const seen: string[] = [];
    draft.view.subscribe(() => seen.push(draft.view.get().text));
    draft.write("a");
    const taken = draft.take();
    draft.write("b");
    taken.settle(false);
    expect(seen).toEqual(["a", "", "b", "a\nb"]);
    expect(draft.older(["x"])).toBe(true);
    expect(draft.older(["x"])).toBe(false);
    expect(draft.view.get()).toMatchObject({ text: "x", isRecalled: true });
    draft.drop("a");
    expect(draft.newer(["x"])).toBe(true);
    expect(draft.view.get().text).toBe("b");
  });

  it("start empty where something else is stored", () => {
    const storage = createMemoryStorage();
    for (const stored of ["{", "{}", '[1, "kept"]']) {
      storage.write(`studio.draft-kept.${SESSION}`, stored);
      const { kept } = createDrafts(storage).of(SESSION).view.get();
      expect(kept).toBe(stored.includes("kept") ? 1 : 0);
    }
  });

  it("last as long as the page where the browser keeps nothing", () => {
    const storage = createBrowserStorage(() => {
      throw new Error("SecurityError");
    });
    const draft = createDrafts(storage).of(SESSION);
    draft.write("hello");
    expect(draft.view.get().text).toBe("hello");
    expect(createDrafts(storage).of(SESSION).view.get().text).toBe("");
  });
});
