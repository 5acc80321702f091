import {
  createInitialState,
  fold,
  type Message,
  type SessionState,
} from "@agent-studio/shared";
import { legalLog } from "@agent-studio/shared/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SnapshotWriter } from "../../src/sessions/snapshot-writer.ts";

const SESSION = "ses_aaaaaaaaaaaaaaaaaaaaa";

/** A message that counts how often it is written. */
function message(n: number, written: number[]): Message {
  const plain: Message = {
    role: "assistant",
    messageId: `msg_${n}`,
    runId: "run_a",
    createdAt: "2026-11-30T12:00:00.000Z",
    turn: 1,
    parts: [],
  };
  const toJSON = (): Message => {
    written[n] = (written[n] ?? 0) + 1;
    return plain;
  };
  return Object.defineProperty({ ...plain }, "toJSON", { value: toJSON });
}

const holding = (messages: readonly Message[]): SessionState => ({
  ...createInitialState(SESSION),
  sequence: messages.length,
  messages,
});
const parsed = (bytes: Buffer): unknown => JSON.parse(bytes.toString());

describe("a writer of snapshots", () => {
  it("writes at any place of any log what the events fold to", () => {
    fc.assert(
      fc.property(
        legalLog(),
        fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 12 }),
        (log, steps) => {
          const writer = new SnapshotWriter();
          let state = createInitialState(SESSION);
          let place = 0;
          for (const step of steps) {
            state = fold(state, log.slice(place, place + step)).state;
            place += step;
            expect(parsed(writer.write(state))).toEqual(
              JSON.parse(JSON.stringify({ sequence: state.sequence, state })),
            );
          }
        },
      ),
    );
  });

  it("writes each finished message once, however often it is asked", () => {
    const written: number[] = [];
    const messages = Array.from({ length: 50 }, (_, n) => message(n, written));
    const writer = new SnapshotWriter();
    for (const count of [0, 0, 1, 1, 2, 20, 50, 50]) {
      const bytes = writer.write(holding(messages.slice(0, count)));
      expect(parsed(bytes)).toMatchObject({
        sequence: count,
        state: { messages: { length: count } },
      });
    }
    expect(written).toEqual(messages.map(() => 1));
  });

  it("starts over for messages that are others", () => {
    const writer = new SnapshotWriter();
    const written: number[] = [];
    const [a, b, c] = [0, 1, 2].map((n) => message(n, written));
    writer.write(holding([a!, b!]));
    expect(parsed(writer.write(holding([a!, c!])))).toMatchObject({
      state: { messages: [{ messageId: "msg_0" }, { messageId: "msg_2" }] },
    });
    expect(parsed(writer.write(holding([a!])))).toMatchObject({
      state: { messages: [{ messageId: "msg_0" }] },
    });
  });

  it("never changes what it gave", () => {
    const writer = new SnapshotWriter();
    const first = writer.write(holding([message(0, [])]));
    const before = Buffer.from(first);
    writer.write(holding([message(0, []), message(1, [])]));
    expect(first.equals(before)).toBe(true);
  });
});
