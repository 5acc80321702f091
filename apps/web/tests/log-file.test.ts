import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createInitialState, fold } from "@agent-studio/shared";
import type { HarnessEvent } from "@agent-studio/shared";
import { anEvent, legalLog } from "@agent-studio/shared/testing";
import {
  LOG_FILE_LIMIT_BYTES,
  LOG_LINE_LIMIT,
  readLogFile,
  TOLD_PROBLEMS,
} from "../src/client/log-file.ts";
import type { LogFileResult, LogSource } from "../src/client/log-file.ts";

const breathe = () => Promise.resolve();

/** A file whose bytes come in pieces of a size. */
function sourceOf(
  content: string | Uint8Array,
  piece = 1_000,
): LogSource & { readonly size: number } {
  const bytes =
    typeof content === "string" ? new TextEncoder().encode(content) : content;
  return {
    name: "log.jsonl",
    size: bytes.byteLength,
    stream: () =>
      new ReadableStream({
        start(controller) {
          for (let at = 0; at < bytes.byteLength; at += piece) {
            controller.enqueue(bytes.slice(at, at + piece));
          }
          controller.close();
        },
      }),
  };
}

const linesOf = (events: readonly HarnessEvent[]) =>
  events.map((event) => `${JSON.stringify(event)}\n`).join("");

const read = (content: string | Uint8Array): Promise<LogFileResult> =>
  readLogFile(sourceOf(content), { breathe });

const updated = (sequence: number, sessionId = "ses_0000000000000000") =>
  anEvent({ type: "session.updated", sequence, sessionId });

async function problemsOf(content: string) {
  const result = await read(content);
  if (!result.ok) throw new Error(result.failure.kind);
  return result.log;
}

describe("a log file", () => {
  it("is the session that was exported, however its bytes are cut", async () => {
    await fc.assert(
      fc.asyncProperty(
        legalLog({ maxChoices: 80 }),
        fc.integer({ min: 1, max: 700 }),
        async (log, piece) => {
          const result = await readLogFile(sourceOf(linesOf(log), piece), {
            breathe,
          });
          expect(result.ok).toBe(true);
          if (!result.ok) return;
          const { state, history, problems } = result.log;
          const sessionId = log[0]?.sessionId ?? "";
          expect(state).toEqual(fold(createInitialState(sessionId), log).state);
          expect(history.archive.range(1, log.length)).toEqual(log);
          expect(problems).toEqual([]);
        },
      ),
      { numRuns: 30 },
    );
  });

  it("may have a byte order mark, other line ends, empty lines and no end", async () => {
    const [first, second] = [updated(1), updated(2)].map((event) =>
      JSON.stringify(event),
    );
    const log = await problemsOf(`\uFEFF${first}\r\n\r\n${second}`);
    expect(log.state.sequence).toBe(2);
    expect(log.problems).toEqual([]);
  });

  it("keeps types and fields of a later version as they were written", async () => {
    const later = { ...updated(2), type: "moon.risen", payload: { phase: 1 } };
    const wider = { ...updated(1), mood: "calm" };
    const log = await problemsOf(
      `${JSON.stringify(wider)}\n${JSON.stringify(later)}\n`,
    );
    expect(log.history.archive.range(1, 2)).toEqual([wider, later]);
  });

  it("that begins late says so, and tells what it holds", async () => {
    const log = await problemsOf(linesOf([updated(500), updated(501)]));
    expect(log.history.start).toBe(499);
    expect(log.state.sequence).toBe(501);
  });

  it("shows what is whole up to a hole, which it names with its line", async () => {
    const log = await problemsOf(
      linesOf([updated(1), updated(2), updated(5), updated(6)]),
    );
    expect(log.history.archive.last).toBe(2);
    expect(log.problems).toEqual([
      { line: 3, kind: "gap", found: 5, expected: 3 },
    ]);
  });

  it("leaves out what came twice or belongs to another session, and goes on", async () => {
    const log = await problemsOf(
      linesOf([
        updated(1),
        updated(1),
        updated(2, "ses_9999999999999999"),
        updated(2),
      ]),
    );
    expect(log.history.archive.last).toBe(2);
    expect(log.problems).toEqual([
      { line: 2, kind: "duplicate", found: 1, expected: 2 },
      { line: 3, kind: "foreign" },
    ]);
  });

  it("names lines that are no JSON, no event or too long", async () => {
    const content = [
      "Hello",
      JSON.stringify({ type: "session.updated" }),
      `"${"x".repeat(LOG_LINE_LIMIT + 1)}"`,
      linesOf([updated(1)]),
    ].join("\n");
    const log = await problemsOf(content);
    expect(log.problems).toEqual([
      { line: 1, kind: "not_json" },
      { line: 2, kind: "not_event" },
      { line: 3, kind: "too_long" },
    ]);
    expect(log.state.sequence).toBe(1);
  });

  it("tells the first problems and counts the rest", async () => {
    const log = await problemsOf(linesOf([updated(1)]) + "no\n".repeat(50));
    expect(log.problems).toHaveLength(TOLD_PROBLEMS);
    expect(log.problemCount).toBe(50);
  });

  it.each([
    ["empty", ""],
    ["empty", "\n \n"],
    ["no_events", "Hello\n"],
    ["unreadable", new Uint8Array([0xff, 0xfe, 0x00])],
  ] as const)("is refused as %s", async (kind, content) => {
    expect(await read(content)).toMatchObject({ ok: false, failure: { kind } });
  });

  it("is refused unread where it is too large", async () => {
    let isRead = false;
    const source: LogSource = {
      name: "log.jsonl",
      size: LOG_FILE_LIMIT_BYTES + 1,
      stream: () => {
        isRead = true;
        return new ReadableStream();
      },
    };
    expect(await readLogFile(source, { breathe })).toEqual({
      ok: false,
      failure: { kind: "too_large", bytes: LOG_FILE_LIMIT_BYTES + 1 },
    });
    expect(isRead).toBe(false);
  });

  it("stops when nobody wants it any more, and before an event that is wanted no longer", async () => {
    const content = linesOf([updated(1), updated(2), updated(3)]);
    const signal = AbortSignal.abort(new Error("gone"));
    await expect(
      readLogFile(sourceOf(content), { breathe, signal }),
    ).rejects.toThrow("gone");
    const result = await readLogFile(sourceOf(content), { breathe, before: 3 });
    expect(result.ok && result.log.state.sequence).toBe(2);
  });
});
