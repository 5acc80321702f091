import { describe, expect, it } from "vitest";
import {
  createSessionDeletions,
  UNDO_WINDOW_MS,
} from "../src/client/session-deletions.ts";
import { ApiFailure } from "../src/client/api-failure.ts";
import { createManualClock, settle } from "./fakes/manual-clock.ts";
import { createManualPresence } from "./fakes/manual-presence.ts";
import { aSession } from "./fakes/studio-server.ts";

function deletionsThat(send: () => Promise<void> = async () => undefined) {
  const clock = createManualClock();
  const presence = createManualPresence();
  const sent: string[] = [];
  const deletions = createSessionDeletions({
    clock,
    presence,
    send: async (sessionId, leaving) => {
      sent.push(`${sessionId}${leaving ? " leaving" : ""}`);
      await send();
    },
  });
  const shown = () =>
    deletions.view.get().map(({ session, status }) => [session.title, status]);
  return { clock, presence, deletions, sent, shown };
}

const [ONE, TWO] = [aSession("one"), aSession("two")];

describe("a deletion", () => {
  it("is sent when its time is up, and then forgotten", async () => {
    const { clock, deletions, sent, shown } = deletionsThat();
    deletions.schedule(ONE);
    deletions.schedule(ONE);
    expect(deletions.leftMs(ONE.sessionId)).toBe(UNDO_WINDOW_MS);
    await clock.pass(UNDO_WINDOW_MS - 1);
    expect(sent).toEqual([]);
    expect(shown()).toEqual([["one", "waiting"]]);
    await clock.pass(1);
    expect(sent).toEqual([ONE.sessionId]);
    expect(shown()).toEqual([]);
    expect(deletions.undo(ONE.sessionId)).toBe(false);
  });

  it("is called back in time, each on its own", async () => {
    const { clock, deletions, sent, shown } = deletionsThat();
    deletions.schedule(ONE);
    await clock.pass(1_000);
    deletions.schedule(TWO);
    expect(deletions.undo(ONE.sessionId)).toBe(true);
    expect(shown()).toEqual([["two", "waiting"]]);
    await clock.pass(UNDO_WINDOW_MS);
    expect(sent).toEqual([TWO.sessionId]);
    expect(clock.pending).toBe(0);
  });

  it("waits as long as someone is about to decide", async () => {
    const { clock, deletions, sent } = deletionsThat();
    deletions.schedule(ONE);
    await clock.pass(4_000);
    deletions.hold();
    deletions.schedule(TWO);
    await clock.pass(10 * UNDO_WINDOW_MS);
    expect(sent).toEqual([]);
    expect(deletions.leftMs(ONE.sessionId)).toBe(UNDO_WINDOW_MS - 4_000);
    deletions.release();
    await clock.pass(UNDO_WINDOW_MS - 4_000);
    expect(sent).toEqual([ONE.sessionId]);
    await clock.pass(4_000);
    expect(sent).toEqual([ONE.sessionId, TWO.sessionId]);
  });

  it("is sent at once when the page is left, in a way that outlives it", async () => {
    const { presence, deletions, sent } = deletionsThat();
    const end = deletions.watch();
    deletions.schedule(ONE);
    deletions.schedule(TWO);
    presence.notice("hidden");
    await settle();
    expect(sent).toEqual([
      `${ONE.sessionId} leaving`,
      `${TWO.sessionId} leaving`,
    ]);
    end();
    expect(presence.listeners).toBe(0);
  });

  it("that fails brings its session back, with the reason until someone has read it", async () => {
    let broken = true;
    const { clock, deletions, shown, sent } = deletionsThat(async () => {
      if (!broken) return;
      throw new ApiFailure({
        code: "STORE_UNAVAILABLE",
        message: "",
        status: 503,
      });
    });
    deletions.schedule(ONE);
    await clock.pass(UNDO_WINDOW_MS);
    expect(shown()).toEqual([["one", "failed"]]);
    expect(deletions.view.get()[0]?.failure?.code).toBe("STORE_UNAVAILABLE");
    broken = false;
    deletions.schedule(ONE);
    expect(shown()).toEqual([["one", "waiting"]]);
    await clock.pass(UNDO_WINDOW_MS);
    expect(sent).toHaveLength(2);
    expect(shown()).toEqual([]);
  });
});
