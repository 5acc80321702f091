import { describe, expect, it } from "vitest";
import { anEvent } from "@agent-studio/shared/testing";
import { hintOf, labelOf } from "../src/ui/event-line.ts";
import { nextPosition } from "../src/ui/timeline-list.tsx";

describe("moving in the timeline by keys", () => {
  it.each([
    ["ArrowDown", -1, 0],
    ["ArrowDown", 99, 99],
    ["ArrowUp", -1, 99],
    ["ArrowUp", 0, 0],
    ["PageDown", 95, 99],
    ["PageUp", 5, 0],
    ["Home", 50, 0],
    ["End", 50, 99],
    ["Escape", 50, -1],
    ["a", 50, null],
  ])("%s from %i leads to %s", (key, from, to) => {
    expect(nextPosition(key, from, 100)).toBe(to);
  });
});

describe("a line of the timeline", () => {
  it("says the most telling word of an event", () => {
    expect(hintOf(anEvent({ type: "tool.started" }))).toBe("read");
    expect(hintOf(anEvent({ type: "approval.required" }))).toBe(
      "save_report_draft",
    );
    expect(hintOf(anEvent({ type: "artifact.saved" }))).toBe("report.md");
    expect(hintOf(anEvent({ type: "model.cleared" }))).toBe("");
  });

  it("names a type of a later version by itself", () => {
    const event = { ...anEvent({ type: "model.cleared" }) };
    Object.assign(event, { type: "toString" });
    expect(labelOf(event)).toEqual({ "zh-CN": "toString", en: "toString" });
  });
});
