/** What a run has used of its limit before a restart counts after it. */
import type { Step } from "@agent-studio/shared";
import { describe, expect, it } from "vitest";
import { spentMsOf } from "../../src/sessions/spent-time.ts";
import { EventWatch, TEST_ORIGIN } from "../../src/testing/test-harness.ts";
import { ended, found, oneNote, useLives, waiting } from "./restart-fixture.ts";
import { turns } from "./session-fixture.ts";

const { live, killed } = useLives();

const at = (ms: number): string => new Date(ms).toISOString();
const step = (
  kind: Step["kind"],
  from: number,
  to: number | undefined,
  status: Step["status"] = "done",
): Step => ({
  kind,
  id: `${kind}-${from}`,
  turn: 1,
  startedAt: at(from),
  ...(to === undefined ? {} : { endedAt: at(to) }),
  status,
});

describe("the time that a run has used", () => {
  it("is that of its model and its tools, once where they went on together, and not that of people", () => {
    const steps = [
      step("model", 0, 100),
      step("tool", 100, 150),
      step("tool", 120, 180, "failed"),
      step("approval", 100, 9000),
      step("tool", 100, 9000, "denied"),
      step("tool", 9000, 9020),
      step("model", 9100, undefined, "open"),
    ];
    expect(spentMsOf(steps)).toBe(200);
    expect(spentMsOf([])).toBe(0);
  });

  it("counts in the next process: a run whose limit was used up ends when it goes on", async () => {
    const limitMs = 60_000;
    let now = Date.UTC(2026, 10, 30);
    // Each moment that is written down is a minute later, so that the first turns took longer than a run may.
    const before = await live({
      script: oneNote,
      clock: () => (now += limitMs),
    });
    const { session, ids, runId } = await waiting(before);
    const after = await live({
      folder: killed(before),
      script: turns({}, {}, { text: "On. ", until: new Promise(() => {}) }),
      settings: { runTimeoutMs: limitMs },
    });
    const again = found(after, session);
    await again.approve(ids[0]!, {}, TEST_ORIGIN);
    expect(await ended(new EventWatch(again), runId)).toMatchObject({
      type: "run.cancelled",
      payload: { reason: "timeout" },
    });
  });
});
