import { describe, expect, it } from "vitest";
import type { SessionSummary } from "@agent-studio/shared";
import { anApproval } from "@agent-studio/shared/testing";
import { UNDO_WINDOW_MS } from "../src/client/session-deletions.ts";
import { createSessionList } from "../src/client/session-list.ts";
import {
  createSessionShelf,
  SHELF_POLL_MS,
} from "../src/client/session-shelf.ts";
import { createStudioStore } from "../src/client/studio-store.ts";
import { createManualClock, settle } from "./fakes/manual-clock.ts";
import { createManualPresence } from "./fakes/manual-presence.ts";
import { createMemoryStorage } from "./fakes/memory-storage.ts";
import { aSession, createStudioServer } from "./fakes/studio-server.ts";
import type { FakeStudioServerOptions } from "./fakes/studio-server.ts";

async function shelfOf(
  sessions: readonly SessionSummary[],
  options: FakeStudioServerOptions = {},
) {
  const server = createStudioServer({ ...options, sessions });
  const clock = createManualClock();
  const presence = createManualPresence();
  const storage = createMemoryStorage();
  const list = createSessionList({ api: server.api });
  const studio = createStudioStore({
    api: server.api,
    storage,
    sessions: list,
    locale: () => "en",
    addressBar: {
      takeLinkCode: () => null,
      sessionId: () => null,
      showSession: () => undefined,
      linkFor: (code) => code,
    },
  });
  await studio.begin();
  const { api } = server;
  const shelf = createSessionShelf({
    api,
    clock,
    presence,
    storage,
    list,
    studio,
  });
  const open = () => studio.view.get().current?.title;
  return { server, clock, presence, storage, studio, shelf, open };
}

const [ONE, TWO] = [aSession("one"), aSession("two")];

describe("deleting a session", () => {
  it("opens the next one, and forgets the draft when it is done", async () => {
    const { server, clock, shelf, open, storage } = await shelfOf([ONE, TWO]);
    storage.write(`studio.draft.${ONE.sessionId}`, "unsent");
    shelf.delete(ONE.sessionId, TWO.sessionId);
    await settle();
    expect(open()).toBe("two");
    expect(server.sessions).toHaveLength(2);
    await clock.pass(UNDO_WINDOW_MS);
    expect(server.sessions).toEqual([TWO]);
    expect(shelf.list.view.get().sessions).toEqual([TWO]);
    expect(storage.read(`studio.draft.${ONE.sessionId}`)).toBeNull();
  });

  it("that was the last one opens a fresh one", async () => {
    const { shelf, open } = await shelfOf([ONE]);
    shelf.delete(ONE.sessionId, null);
    await settle();
    expect(open()).toBe("fresh");
  });

  it("leaves the open one open when it is another", async () => {
    const { shelf, open } = await shelfOf([ONE, TWO]);
    shelf.delete(TWO.sessionId, ONE.sessionId);
    await settle();
    expect(open()).toBe("one");
  });

  it("undone opens it again where it was open, unless someone went elsewhere", async () => {
    const three = aSession("three");
    const { shelf, open, studio } = await shelfOf([ONE, TWO, three]);
    shelf.delete(ONE.sessionId, TWO.sessionId);
    await settle();
    shelf.undo(ONE.sessionId);
    await settle();
    expect(open()).toBe("one");
    shelf.delete(ONE.sessionId, TWO.sessionId);
    await settle();
    await studio.open(three.sessionId);
    shelf.undo(ONE.sessionId);
    await settle();
    expect(open()).toBe("three");
  });

  it("that someone else deleted first is done", async () => {
    const { server, clock, shelf } = await shelfOf([ONE, TWO]);
    shelf.delete(TWO.sessionId, ONE.sessionId);
    server.sessions = [ONE];
    await clock.pass(UNDO_WINDOW_MS);
    expect(shelf.deletions.view.get()).toEqual([]);
    expect(shelf.list.view.get().sessions).toEqual([ONE]);
  });

  it("is sent so that it outlives a page that is left", async () => {
    const { server, presence, shelf } = await shelfOf([ONE, TWO]);
    shelf.watch();
    await settle();
    shelf.delete(TWO.sessionId, ONE.sessionId);
    presence.notice("hidden");
    await settle();
    expect(server.requests.at(-1)).toBe("DELETE session");
    expect(server.keptAlive.at(-1)).toBe(true);
  });
});

describe("watching the sessions", () => {
  it("reads the list every ten seconds, and approvals where not every session is listed or someone looks", async () => {
    const { server, clock, shelf } = await shelfOf([ONE]);
    const end = shelf.watch();
    await clock.pass(2 * SHELF_POLL_MS);
    expect(server.requests).not.toContain("GET /api/approvals");
    server.approvals = [anApproval()];
    const endLooking = shelf.watchApprovals();
    await settle();
    expect(shelf.approvals.view.get().approvals).toHaveLength(1);
    server.approvals = [];
    await clock.pass(SHELF_POLL_MS);
    expect(shelf.approvals.view.get().approvals).toEqual([]);
    endLooking();
    endLooking();
    const asked = server.requests.length;
    await clock.pass(SHELF_POLL_MS);
    expect(server.requests.slice(asked)).toEqual(["GET /api/sessions"]);
    end();
    expect(clock.pending).toBe(0);
  });

  it("counts what waits by approvals where the list has more pages", async () => {
    const many = Array.from({ length: 60 }, (_, index) =>
      aSession(`s${index}`),
    );
    const { server, clock, shelf } = await shelfOf(many);
    shelf.watch();
    await clock.pass(1);
    expect(server.requests).toContain("GET /api/approvals");
  });

  it("keeps the server's pause after a refusal", async () => {
    let refused = false;
    const { server, clock, shelf } = await shelfOf([ONE], {
      refuse: () => (refused ? "RATE_LIMITED" : null),
      retryAfter: "60",
    });
    refused = true;
    shelf.watch();
    await clock.pass(59_000);
    const asked = server.requests.length;
    expect(shelf.list.view.get().failure?.code).toBe("RATE_LIMITED");
    refused = false;
    await clock.pass(1_000);
    expect(server.requests.length).toBe(asked + 1);
    expect(shelf.list.view.get().failure).toBeNull();
  });
});
