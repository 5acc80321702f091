import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  dropped,
  EMPTY_DRAFT,
  filled,
  KEPT_DRAFTS,
  newer,
  older,
  restored,
  settled,
  shownText,
  taken,
  toKeep,
  written,
} from "../src/client/draft-text.ts";
import type { DraftState } from "../src/client/draft-text.ts";

const SENT = ["first", "second"];
const draft = (own: string): DraftState => written(EMPTY_DRAFT, own);

describe("recalling messages", () => {
  it("goes back one by one, stays at the oldest, and comes forward to the draft", () => {
    let state = draft("mine");
    const shown = [older, older, older, newer, newer, newer].map((step) => {
      state = step(state, SENT);
      return shownText(state);
    });
    expect(shown).toEqual([
      "second",
      "first",
      "first",
      "second",
      "mine",
      "mine",
    ]);
  });

  it("finds its place again when a message was added meanwhile", () => {
    const state = older(older(EMPTY_DRAFT, SENT), SENT);
    expect(shownText(newer(state, [...SENT, "third"]))).toBe("second");
    expect(shownText(older(EMPTY_DRAFT, ["gone"]))).toBe("gone");
    expect(shownText(newer(older(EMPTY_DRAFT, ["gone"]), SENT))).toBe("");
  });

  it("shows a text that was sent twice once, and no blank one", () => {
    const sent = ["a", "b", "a", " "];
    const once = older(EMPTY_DRAFT, sent);
    expect(shownText(once)).toBe("a");
    expect(shownText(older(older(once, sent), sent))).toBe("b");
  });

  it("keeps the draft when what was recalled is changed, and brings it back", () => {
    const changed = written(older(draft("mine"), SENT), "second!");
    expect(shownText(changed)).toBe("second!");
    expect(shownText(older(changed, SENT))).toBe("mine");
    const back = restored(changed);
    expect(shownText(back)).toBe("mine");
    expect(shownText(restored(back))).toBe("second!");
  });

  it("leaves the draft where it was when what was recalled is sent", () => {
    const state = taken(older(draft("mine"), SENT));
    expect(state.held).toEqual(["second"]);
    expect(shownText(state)).toBe("mine");
  });

  it("is not what a page that ends now has to keep", () => {
    expect(toKeep(older(draft("mine"), SENT))).toBe("mine");
  });
});

describe("filling in", () => {
  it("keeps what was written, but not what was filled in and left alone", () => {
    const state = filled(filled(draft("mine"), "demo"), "again");
    expect(shownText(state)).toBe("again");
    expect(state.kept).toEqual(["mine"]);
    expect(shownText(restored(state))).toBe("mine");
    expect(restored(state).kept).toEqual([]);
  });

  it("of the same text changes nothing that is kept", () => {
    const state = filled(older(draft("mine"), SENT), "mine");
    expect(shownText(state)).toBe("mine");
    expect(state.kept).toEqual([]);
  });
});

describe("sending", () => {
  it("keeps the text until the server has it, beside what is written meanwhile", () => {
    const sending = written(taken(draft("one")), "two");
    expect(toKeep(sending)).toBe("one\ntwo");
    expect(shownText(sending)).toBe("two");
    expect(toKeep(settled(sending, "one", true))).toBe("two");
    expect(shownText(settled(sending, "one", false))).toBe("one\ntwo");
  });

  it("takes a text out again that had arrived after all", () => {
    expect(shownText(dropped(draft("one\ntwo"), "one"))).toBe("two");
    expect(shownText(dropped(draft("one"), "one"))).toBe("");
    expect(shownText(dropped(draft("one more"), "one"))).toBe("one more");
    expect(shownText(dropped(draft("two"), ""))).toBe("two");
    const early = dropped(taken(draft("one")), "one");
    expect(shownText(settled(early, "one", false))).toBe("");
  });
});

describe("a draft", () => {
  const step = fc.oneof(
    fc
      .constantFrom(older, newer)
      .map((move) => (state: DraftState) => move(state, SENT)),
    fc.constant(restored),
    fc.constant((state: DraftState) => filled(state, "demo")),
    fc.constant((state: DraftState) =>
      settled(taken(state), shownText(state), false),
    ),
    fc.constant((state: DraftState) =>
      written(state, `${shownText(state)} more`),
    ),
  );

  it("is never lost by anything but sending or deleting it", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: KEPT_DRAFTS }), (steps) => {
        const end = steps.reduce((state, next) => next(state), draft("DRAFT"));
        const places = [end.own, ...end.kept, ...end.held];
        expect(places.some((text) => text.includes("DRAFT"))).toBe(true);
      }),
    );
  });
});
