import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DeltaBuffer, type HeldDelta } from "../../src/agent/delta-buffer.ts";
import { MessageRecorder } from "../../src/agent/message-recorder.ts";
import type { RunPort } from "../../src/agent/run-port.ts";
import type { NewEvent } from "../../src/events/event-store.ts";
import { createRedactor } from "../../src/security/redact-and-limit.ts";

const SECRET = "sk-canary-0123456789abcdef";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe("the buffer of deltas", () => {
  const open = (): { buffer: DeltaBuffer; emitted: HeldDelta[] } => {
    const emitted: HeldDelta[] = [];
    const buffer = new DeltaBuffer({
      now: () => Date.now(),
      emit: (held) => emitted.push(held),
    });
    return { buffer, emitted };
  };
  const text = (delta: string, part = 0): HeldDelta => ({
    part,
    channel: "text",
    delta,
  });

  it("never holds the first one back, and joins what follows within a frame", async () => {
    const { buffer, emitted } = open();
    buffer.push(text("a"));
    expect(emitted).toEqual([text("a")]);
    buffer.push(text("b"));
    buffer.push(text("c"));
    expect(emitted).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(16);
    expect(emitted).toEqual([text("a"), text("bc")]);
  });

  it("keeps parts and channels apart and in order", () => {
    const { buffer, emitted } = open();
    buffer.push(text("a"));
    buffer.push(text("b"));
    buffer.push(text("c", 1));
    buffer.push({ part: 2, channel: "reasoning", delta: "d" });
    buffer.flush();
    expect(emitted.map(({ delta }) => delta)).toEqual(["a", "b", "c", "d"]);
  });

  it("makes at most about 60 a second of however many", async () => {
    const { buffer, emitted } = open();
    for (let ms = 0; ms < 1000; ms += 1) {
      buffer.push(text("x"));
      await vi.advanceTimersByTimeAsync(1);
    }
    buffer.flush();
    expect(emitted.length).toBeLessThanOrEqual(64);
    expect(emitted.map(({ delta }) => delta).join("")).toBe("x".repeat(1000));
    expect(vi.getTimerCount()).toBe(0);
  });
});

const redactor = createRedactor({ secrets: () => [SECRET] });

function openRecorder(): { recorder: MessageRecorder; events: NewEvent[] } {
  const events: NewEvent[] = [];
  const port = {
    runId: "run_0",
    append: (batch: readonly NewEvent[]) => void events.push(...batch),
    redactText: (value: string) => redactor.redactText(value),
    textRedactor: () => redactor.createTextRedactor(),
  } as Partial<RunPort> as RunPort;
  let ids = 0;
  const recorder = new MessageRecorder({
    port,
    newMessageId: () => `msg_${(ids += 1)}`,
    now: () => Date.now(),
  });
  return { recorder, events };
}

const deltasOf = (events: readonly NewEvent[], channel = "text"): string =>
  events
    .flatMap((event) =>
      event.type === "assistant.delta" && event.payload.channel === channel
        ? [event.payload.delta]
        : [],
    )
    .join("");

describe("a message being written", () => {
  it("has no secret in it wherever the pieces are cut, and its text is what its deltas give", () => {
    const someText = fc
      .array(fc.oneof(fc.constant(SECRET), fc.string(), fc.constant("字 ")), {
        maxLength: 6,
      })
      .map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(
        someText,
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
        (whole, sizes) => {
          const { recorder, events } = openRecorder();
          for (let at = 0, n = 0; at < whole.length; n += 1) {
            const size = sizes[n % sizes.length] ?? 1;
            recorder.delta(0, "text", whole.slice(at, at + size));
            at += size;
          }
          const parts = [{ kind: "text", part: 0, text: whole } as const];
          events.push(...recorder.complete(parts, "stop", undefined).events);
          const shown = JSON.stringify(events);
          expect(shown).not.toContain(SECRET);
          const done = events.findLast(
            ({ type }) => type === "assistant.completed",
          );
          const expected = redactor.redactText(whole);
          expect(deltasOf(events)).toBe(expected);
          if (whole !== "")
            expect(done?.payload).toMatchObject({ text: expected });
        },
      ),
      { numRuns: 300 },
    );
  });

  it("that changes between parts keeps each secret split over a change from showing whole", () => {
    const { recorder, events } = openRecorder();
    recorder.delta(0, "reasoning", "thinking ");
    recorder.delta(1, "text", `key ${SECRET.slice(0, 10)}`);
    recorder.delta(0, "reasoning", "more");
    recorder.delta(1, "text", SECRET.slice(10));
    events.push(...recorder.complete([], "stop", undefined).events);
    expect(events.at(-1)?.payload).toMatchObject({
      text: deltasOf(events),
      reasoning: deltasOf(events, "reasoning"),
    });
    expect(deltasOf(events, "reasoning")).toBe("thinking more");
  });

  it("starts with its first content, and one without content is not recorded", () => {
    const { recorder, events } = openRecorder();
    recorder.delta(0, "text", "");
    const parts = [{ kind: "text", part: 0, text: "" } as const];
    expect(recorder.complete(parts, "aborted", {})).toEqual({
      messageId: undefined,
      events: [],
    });
    expect(events).toEqual([]);
    recorder.delta(0, "text", SECRET.slice(0, 8));
    expect(events).toEqual([]);
    recorder.delta(0, "text", "other");
    expect(events.map(({ type }) => type)).toEqual([
      "assistant.started",
      "assistant.delta",
    ]);
  });

  it("that is a call alone has a beginning and an empty text", () => {
    const { recorder } = openRecorder();
    const { events } = recorder.complete(
      [{ kind: "call", part: 0, toolCallId: "c", toolName: "look", args: {} }],
      "tool_use",
      undefined,
    );
    expect(events).toMatchObject([
      { type: "assistant.started" },
      { type: "assistant.completed", payload: { text: "" } },
    ]);
  });

  it("catches up on what the provider had not streamed", () => {
    const { recorder, events } = openRecorder();
    recorder.delta(0, "text", "half");
    const parts = [{ kind: "text", part: 0, text: "half and half" } as const];
    events.push(...recorder.complete(parts, "stop", undefined).events);
    expect(deltasOf(events)).toBe("half and half");
  });

  it("says at most twice a second that a call is being written, without its content", async () => {
    const { recorder, events } = openRecorder();
    recorder.delta(0, "text", "I call.");
    recorder.delta(0, "text", ` key ${SECRET.slice(0, 9)}`);
    for (let size = 0; size < 100; size += 1) {
      recorder.drafted(1, `${SECRET}${"x".repeat(500)}`, size);
      await vi.advanceTimersByTimeAsync(10);
    }
    const drafts = events.filter(({ type }) => type === "tool.drafted");
    expect(drafts).toHaveLength(2);
    expect(JSON.stringify(drafts)).not.toContain(SECRET);
    expect(JSON.stringify(drafts).length).toBeLessThan(1000);
    // What was held of the text before comes before the call.
    expect(events.findIndex(({ type }) => type === "tool.drafted")).toBe(
      events.findLastIndex(({ type }) => type === "assistant.delta") + 1,
    );
  });
});
