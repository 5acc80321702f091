import { describe, expect, it } from "vitest";
import { createSessionList } from "../src/client/session-list.ts";
import { SESSION_PAGE } from "../src/client/session-pages.ts";
import { aSession, createStudioServer } from "./fakes/studio-server.ts";

const MANY = Array.from({ length: 120 }, (_, index) =>
  aSession(`s${String(index).padStart(3, "0")}`, {
    updatedAt: new Date(
      Date.parse("2026-01-02T00:00:00.000Z") - index * 60_000,
    ).toISOString(),
  }),
);

describe("the list of sessions", () => {
  it("is read page by page, and once at a time", async () => {
    const server = createStudioServer({ sessions: MANY });
    const list = createSessionList({ api: server.api });
    await list.refresh();
    expect(list.view.get()).toMatchObject({ known: true, complete: false });
    expect(list.view.get().sessions).toHaveLength(SESSION_PAGE);
    await Promise.all([list.loadMore(), list.loadMore()]);
    expect(list.view.get().sessions).toHaveLength(2 * SESSION_PAGE);
    await list.loadMore();
    expect(list.view.get()).toMatchObject({
      complete: true,
      loadingMore: false,
      sessions: MANY,
    });
    const asked = server.addresses.length;
    await list.loadMore();
    expect(server.addresses).toHaveLength(asked);
  });

  it("goes on where the session to go on from was deleted elsewhere", async () => {
    const server = createStudioServer({ sessions: MANY });
    const list = createSessionList({ api: server.api });
    await list.refresh();
    const last = MANY[SESSION_PAGE - 1];
    server.sessions = MANY.filter((session) => session !== last);
    await list.loadMore();
    expect(list.view.get().failure?.code).toBe("VALIDATION_FAILED");
    await list.loadMore();
    await list.loadMore();
    await list.refresh();
    expect(list.view.get().sessions).toEqual(server.sessions);
    expect(list.view.get().failure).toBeNull();
  });

  it("does not undo by an old answer what the page did meanwhile", async () => {
    const [one, two] = [aSession("one"), aSession("two")];
    const server = createStudioServer({ sessions: [one, two] });
    const list = createSessionList({ api: server.api });
    const reading = list.refresh();
    server.sessions = [two];
    list.drop(one.sessionId);
    await reading;
    expect(list.view.get().sessions).toEqual([two]);
  });

  it("notes what was seen of a listed session, and of no other", async () => {
    const one = aSession("one");
    const server = createStudioServer({ sessions: [one] });
    const list = createSessionList({ api: server.api });
    await list.refresh();
    list.note({ ...one, status: "running" });
    list.note(aSession("gone"));
    expect(list.view.get().sessions).toEqual([{ ...one, status: "running" }]);
  });

  it("says why it may be old, and that it is not any more", async () => {
    let broken = true;
    const server = createStudioServer({
      refuse: () => (broken ? "INTERNAL" : null),
    });
    const list = createSessionList({ api: server.api });
    await expect(list.refresh()).rejects.toMatchObject({ code: "INTERNAL" });
    expect(list.view.get().failure?.code).toBe("INTERNAL");
    broken = false;
    await list.refresh();
    expect(list.view.get().failure).toBeNull();
  });
});
