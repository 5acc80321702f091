import { ROUTES, type RouteContract } from "@agent-studio/shared";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  sendDemoTask,
  startStudio,
  untilAsked,
  untilEvent,
  type Studio,
} from "../../src/testing/studio.ts";
import { TestViewer } from "../../src/testing/test-app.ts";

let studio: Studio;
beforeAll(async () => {
  studio = await startStudio();
});
afterAll(() => studio.close());

describe("two browsers of one viewer", () => {
  it("see the same session, byte for byte, and either may decide", async () => {
    const session = await studio.demoSession();
    const { viewer, path, sessionId } = session;
    const link = await viewer.request("POST", "/api/viewer/links");
    const { code } = link.body as { code: string };
    const response = await fetch(`${studio.server.url}/api/viewer`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ linkCode: code }),
    });
    const [cookie = ""] = response.headers.get("set-cookie")?.split(";") ?? [];
    const { port } = studio.server;
    const { viewerId } = viewer;
    const second = new TestViewer({ port, cookie, viewerId });
    const stream = await second.stream(sessionId);

    await sendDemoTask(session);
    const { approvalId } = await untilAsked(session);
    const decided = await second.request(
      "POST",
      `${path}/approvals/${approvalId}/approve`,
    );
    expect(decided.status).toBe(200);
    const end = await untilEvent(session, "run.completed");
    await stream.untilSequence(end.sequence);
    expect(stream.bytes.equals(session.stream.bytes)).toBe(true);
  });
});

describe("a stranger", () => {
  it("gets for everything of a session what it gets for nothing", async () => {
    const session = await studio.demoSession();
    const runId = await sendDemoTask(session);
    const { approvalId } = await untilAsked(session);
    const stranger = await studio.server.viewer();
    const bodies: Readonly<Record<string, unknown>> = {
      "/messages": { text: "Hello" },
      "/model-config": {
        providerId: "demo",
        api: "demo",
        modelId: "demo-script",
        supportsImages: true,
      },
    };
    const routes = Object.entries<RouteContract>(ROUTES).filter(
      ([name, { path }]) =>
        path.includes(":sessionId") && !name.endsWith("Attachment"),
    );
    for (const [, { method, path, body }] of routes) {
      const at = (sessionId: string) =>
        path
          .replace(":sessionId", sessionId)
          .replace(":runId", runId)
          .replace(":approvalId", approvalId)
          .replace(":name", "report.md");
      const input = Object.entries(bodies).find(([end]) => path.endsWith(end));
      const ask = async (sessionId: string) => {
        const sent = body === undefined ? undefined : (input?.[1] ?? {});
        const answer = await stranger.request(method, at(sessionId), sent);
        const { error } = answer.body as { error: { requestId: string } };
        return { status: answer.status, error: { ...error, requestId: "" } };
      };
      const foreign = await ask(session.sessionId);
      expect(foreign).toMatchObject({
        status: 404,
        error: { code: "SESSION_NOT_FOUND" },
      });
      expect(await ask(`ses_${"x".repeat(21)}`)).toEqual(foreign);
    }
    expect(session.stream.events.at(-1)?.event).toBe("approval.required");
  });
});

describe("a viewer with 200 sessions", () => {
  it("has to delete one before it gets another", async () => {
    const viewer = await studio.server.viewer();
    const ids: string[] = [];
    for (let count = 0; count < 200; count += 1)
      ids.push(await viewer.createSession());
    expect(await viewer.request("POST", "/api/sessions")).toMatchObject({
      status: 409,
      body: { error: { code: "LIMIT_REACHED", details: { limit: 200 } } },
    });
    await viewer.request("DELETE", `/api/sessions/${ids[0] ?? ""}`);
    expect((await viewer.request("POST", "/api/sessions")).status).toBe(201);
  });
});

describe("seven tabs of one browser", () => {
  it("all work: four keep their stream, three are told why not", async () => {
    const session = await studio.demoSession();
    const { viewer, sessionId, path } = session;
    const tabs = [];
    for (const tab of "abcdefg")
      tabs.push(await viewer.stream(sessionId, `?tab=${tab}`));
    const [a, b, c, ...open] = tabs;
    for (const paused of [a, b, c]) {
      await paused?.ended;
      expect(paused?.events.at(-1)?.event).toBe("stream.paused");
    }
    await viewer.request("PATCH", path, { title: "Seen by all" });
    for (const stream of open) {
      await stream.until(({ events }) =>
        events.some(({ event }) => event === "session.updated"),
      );
    }
    const back = await viewer.stream(sessionId, "?tab=a", {
      "last-event-id": a?.lastEventId ?? "",
    });
    await back.until(({ events }) =>
      events.some(({ event }) => event === "session.updated"),
    );
    for (const stream of [...open, back]) stream.close();
  });
});
