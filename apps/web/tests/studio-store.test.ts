import { describe, expect, it } from "vitest";
import type { SessionSummary } from "@agent-studio/shared";
import { aConnection } from "@agent-studio/shared/testing";
import { createSessionList } from "../src/client/session-list.ts";
import { createStudioStore } from "../src/client/studio-store.ts";
import { createMemoryStorage } from "./fakes/memory-storage.ts";
import { aSession, createStudioServer } from "./fakes/studio-server.ts";
import type { FakeStudioServerOptions } from "./fakes/studio-server.ts";

function studioWith(
  sessions: readonly SessionSummary[],
  options: Pick<FakeStudioServerOptions, "refuse"> & {
    readonly link?: string;
    readonly wanted?: string;
  } = {},
) {
  const server = createStudioServer({ ...options, sessions });
  const list = createSessionList({ api: server.api });
  let link = options.link ?? null;
  let shown: string | null = options.wanted ?? null;
  const studio = createStudioStore({
    api: server.api,
    sessions: list,
    storage: createMemoryStorage(),
    locale: () => "zh-CN",
    addressBar: {
      takeLinkCode: () => {
        const taken = link;
        link = null;
        return taken;
      },
      sessionId: () => shown,
      showSession: (sessionId) => {
        shown = sessionId;
      },
      linkFor: (code) => code,
    },
  });
  const titles = () => list.view.get().sessions.map(({ title }) => title);
  const { requests, bodies } = server;
  return { server, studio, requests, bodies, titles, shown: () => shown };
}

describe("opening the studio", () => {
  it("names a new session in the language of the page", async () => {
    const { studio, bodies } = studioWith([]);
    await studio.begin();
    expect(bodies).toContainEqual({ title: "广告报告" });
  });

  it("creates a first session for a new viewer", async () => {
    const { studio, shown, titles } = studioWith([]);
    await studio.begin();
    expect(studio.view.get()).toMatchObject({
      phase: "ready",
      current: { title: "fresh" },
    });
    expect(titles()).toEqual(["fresh"]);
    expect(shown()).toBe(studio.view.get().current?.sessionId);
  });

  it("opens the session of the address, else the newest", async () => {
    const sessions = [aSession("new"), aSession("old")];
    const named = studioWith(sessions, { wanted: aSession("old").sessionId });
    await named.studio.begin();
    expect(named.studio.view.get().current?.title).toBe("old");
    const plain = studioWith(sessions, { wanted: "ses_of_someone_else" });
    await plain.studio.begin();
    expect(plain.studio.view.get().current?.title).toBe("new");
  });

  it("asks for the access code, says when it is wrong, and opens with the right one", async () => {
    const { studio } = studioWith([], {
      refuse: (request, body) =>
        request === "POST /api/viewer" &&
        JSON.stringify(body) !== '{"accessCode":"open sesame"}'
          ? "ACCESS_CODE_REQUIRED"
          : null,
    });
    await studio.begin();
    expect(studio.view.get()).toMatchObject({
      phase: "access_code",
      failure: null,
    });
    await studio.begin("wrong");
    expect(studio.view.get()).toMatchObject({
      phase: "access_code",
      failure: { code: "ACCESS_CODE_REQUIRED" },
    });
    await studio.begin("open sesame");
    expect(studio.view.get()).toMatchObject({ phase: "ready", failure: null });
  });

  it("becomes another viewer by a link, and says when the link is no longer valid", async () => {
    const good = studioWith([], { link: "code" });
    await good.studio.begin();
    expect(good.bodies[0]).toEqual({ linkCode: "code" });
    expect(good.studio.view.get().linkRefused).toBe(false);
    const old = studioWith([], {
      link: "old",
      refuse: (_request, body) =>
        JSON.stringify(body) === '{"linkCode":"old"}'
          ? "VIEWER_REQUIRED"
          : null,
    });
    await old.studio.begin();
    expect(old.studio.view.get()).toMatchObject({
      phase: "ready",
      linkRefused: true,
    });
  });
});

describe("sessions", () => {
  it("are reset to a fresh one of the same lab, with a model that needs no key; the old one stays", async () => {
    const old = aSession("old", { model: aConnection() });
    const { studio, requests, bodies, titles } = studioWith([old]);
    await studio.begin();
    await studio.reset(old.sessionId);
    expect(requests.slice(-3)).toEqual([
      "GET session",
      "POST /api/sessions",
      "PUT model-config",
    ]);
    expect(bodies.at(-2)).toEqual({ labId: "ads-report", title: "广告报告" });
    expect(bodies.at(-1)).toEqual({
      presetId: "demo",
      providerId: "demo",
      api: "demo",
      modelId: "demo",
      supportsImages: true,
    });
    expect(studio.view.get().current?.title).toBe("fresh");
    expect(titles()).toEqual(["fresh", "old"]);
  });

  it("are reset without their model where it has a key", async () => {
    const old = aSession("old", { model: aConnection({ hasKey: true }) });
    const { studio, requests } = studioWith([old]);
    await studio.begin();
    await studio.reset(old.sessionId);
    expect(requests).not.toContain("PUT model-config");
  });

  it("are fresh after a reset whose model was refused, and the reason stands beside", async () => {
    const old = aSession("old", { model: aConnection() });
    const { studio } = studioWith([old], {
      refuse: (request) =>
        request === "PUT model-config" ? "MODEL_CONFIG_INVALID" : null,
    });
    await studio.begin();
    await studio.reset(old.sessionId);
    expect(studio.view.get()).toMatchObject({
      current: { title: "fresh" },
      failure: { code: "MODEL_CONFIG_INVALID" },
    });
  });

  it("take a new title, in the list and where they are open, or say why not", async () => {
    const { studio, titles } = studioWith([aSession("one")]);
    await studio.begin();
    const { sessionId } = aSession("one");
    expect(await studio.rename(sessionId, "二")).toBeNull();
    expect(studio.view.get().current?.title).toBe("二");
    expect(titles()).toEqual(["二"]);
    const failure = await studio.rename("ses_0000000000000000", "x");
    expect(failure?.code).toBe("SESSION_NOT_FOUND");
    expect(studio.view.get().failure).toBeNull();
  });

  it("that can't be opened leave the open one, say so, and leave the list", async () => {
    const { studio, server, titles } = studioWith([
      aSession("one"),
      aSession("two"),
    ]);
    await studio.begin();
    server.sessions = [aSession("one")];
    await studio.open(aSession("two").sessionId);
    expect(studio.view.get()).toMatchObject({
      current: { title: "one" },
      failure: { code: "SESSION_NOT_FOUND" },
    });
    expect(titles()).toEqual(["one"]);
  });

  it("of the address open although their page of the list was not read", async () => {
    const many = Array.from({ length: 60 }, (_, index) =>
      aSession(`s${String(index).padStart(2, "0")}`),
    );
    const wanted = aSession("s55").sessionId;
    const { studio } = studioWith(many, { wanted });
    await studio.begin();
    expect(studio.view.get().current?.title).toBe("s55");
  });
});
