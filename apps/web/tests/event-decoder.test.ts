import { describe, expect, it } from "vitest";
import { anEvent } from "@agent-studio/shared/testing";
import { createEventDecoder } from "../src/client/event-decoder.ts";
import { framesOf, PAUSED_FRAME, resetFrame } from "./fakes/fake-stream.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

describe("the decoder of events", () => {
  it("puts neighbouring events together and keeps signals apart", () => {
    const events = [anEvent({ type: "session.started", sequence: 1 })];
    const items = createEventDecoder().push(
      bytes(framesOf(events) + resetFrame("gap") + PAUSED_FRAME),
    );
    expect(items).toEqual([
      { kind: "events", events },
      { kind: "reset" },
      { kind: "paused" },
    ]);
  });

  it("reads text that is cut inside a character", () => {
    const event = anEvent({
      type: "session.started",
      payload: { title: "广告报告 🚀" },
    });
    const whole = bytes(framesOf([event]));
    const decoder = createEventDecoder();
    const items = [...whole].flatMap((byte) =>
      decoder.push(Uint8Array.of(byte)),
    );
    expect(items).toEqual([{ kind: "events", events: [event] }]);
  });

  it("lets events of later versions pass, and leaves out what is no event", () => {
    const later = {
      ...anEvent({ type: "session.started" }),
      type: "moon.rose",
    };
    const broken = { ...anEvent({ type: "session.started" }), payload: {} };
    const frame = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
    const items = createEventDecoder().push(
      bytes(`${frame(later)}${frame(broken)}data: {nonsense\n\n${frame(1)}`),
    );
    expect(items).toEqual([{ kind: "events", events: [later] }]);
  });
});
