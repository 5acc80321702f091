import { describe, expect, it } from "vitest";
import { createApiError } from "@agent-studio/shared";
import type { ApiErrorCode, SessionSummary } from "@agent-studio/shared";
import { aConnection } from "@agent-studio/shared/testing";
import { createApiClient } from "../src/client/api-client.ts";
import { createStudioStore } from "../src/client/studio-store.ts";
import { bodyOf } from "./fakes/request-body.ts";
import { createMemoryStorage } from "./fakes/memory-storage.ts";

const LAB = {
  labId: "ads-report",
  title: { "zh-CN": "广告报告", en: "Ads report" },
  description: { "zh-CN": "", en: "" },
  demoPrompt: { "zh-CN": "", en: "" },
  tools: [],
  actions: [],
};

function aSession(
  name: string,
  overrides: Partial<SessionSummary> = {},
): SessionSummary {
  return {
    sessionId: `ses_${name.padEnd(16, "0")}`,
    labId: "ads-report",
    title: name,
    createdAt: "2026-01-01T12:00:00.000Z",
    updatedAt: "2026-01-01T12:00:00.000Z",
    status: "idle",
    model: null,
    trust: false,
    pendingApprovals: 0,
    lastSequence: 1,
    ...overrides,
  };
}

/** A server of a few sessions; `refuse` answers a request with an error instead. */
function studioWith(
  initial: readonly SessionSummary[],
  options: {
    readonly link?: string;
    readonly wanted?: string;
    readonly refuse?: (request: string, body: unknown) => ApiErrorCode | null;
  } = {},
) {
  let sessions = [...initial];
  const requests: string[] = [];
  const bodies: unknown[] = [];
  const answer = (request: string, path: string): Response => {
    const found = sessions.find(({ sessionId }) => path.includes(sessionId));
    switch (request) {
      case "POST /api/viewer":
        return Response.json(
          { viewerId: "viw_0000000000000000" },
          { status: 201 },
        );
      case "GET /api/labs":
        return Response.json({ labs: [LAB] });
      case "GET /api/model-presets":
        return Response.json({ presets: [] });
      case "GET /api/skills":
        return Response.json({ skills: [], diagnostics: [] });
      case "GET /api/sessions":
        return Response.json({ sessions });
      case "POST /api/sessions": {
        const session = aSession("fresh");
        sessions = [session, ...sessions];
        return Response.json({ session }, { status: 201 });
      }
      case "PUT model-config":
        return Response.json({ connection: aConnection() });
      case "DELETE session":
        sessions = sessions.filter((other) => other !== found);
        return new Response(null, { status: 204 });
      default:
        return found === undefined
          ? Response.json(createApiError("SESSION_NOT_FOUND", "No.", "req_0"), {
              status: 404,
            })
          : Response.json({ session: found });
    }
  };
  const api = createApiClient({
    fetch: async (url, init) => {
      const path = url.split("?")[0] ?? "";
      const short = path
        .replace(/^\/api\/sessions\/[^/]+$/, "session")
        .replace(/^\/api\/sessions\/[^/]+\//, "");
      const request = `${init.method ?? ""} ${short}`;
      requests.push(request);
      const body = bodyOf(init);
      bodies.push(body);
      const code = options.refuse?.(request, body) ?? null;
      if (code !== null) {
        return Response.json(createApiError(code, "No.", "req_0"), {
          status: 401,
        });
      }
      return answer(request, path);
    },
  });
  let link = options.link ?? null;
  let shown: string | null = options.wanted ?? null;
  const studio = createStudioStore({
    api,
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
  return { studio, requests, bodies, shown: () => shown };
}

describe("opening the studio", () => {
  it("names a new session in the language of the page", async () => {
    const { studio, bodies } = studioWith([]);
    await studio.begin();
    expect(bodies).toContainEqual({ title: "广告报告" });
  });

  it("creates a first session for a new viewer", async () => {
    const { studio, shown } = studioWith([]);
    await studio.begin();
    expect(studio.view.get()).toMatchObject({
      phase: "ready",
      current: { title: "fresh" },
      sessions: [{ title: "fresh" }],
    });
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
  it("are reset to a fresh one of the same lab, with a model that needs no key", async () => {
    const old = aSession("old", { model: aConnection() });
    const { studio, requests, bodies } = studioWith([old]);
    await studio.begin();
    await studio.reset(old.sessionId);
    expect(requests.slice(-5)).toEqual([
      "GET session",
      "POST /api/sessions",
      "PUT model-config",
      "GET /api/skills",
      "DELETE session",
    ]);
    expect(bodies.at(-3)).toEqual({
      presetId: "demo",
      providerId: "demo",
      api: "demo",
      modelId: "demo",
      supportsImages: true,
    });
    expect(studio.view.get()).toMatchObject({
      current: { title: "fresh" },
      sessions: [{ title: "fresh" }],
    });
  });

  it("are reset without their model where it has a key", async () => {
    const old = aSession("old", { model: aConnection({ hasKey: true }) });
    const { studio, requests } = studioWith([old]);
    await studio.begin();
    await studio.reset(old.sessionId);
    expect(requests).not.toContain("PUT model-config");
  });

  it("give way to the next when the open one is deleted, to a new one when it was the last", async () => {
    const { studio } = studioWith([aSession("one"), aSession("two")]);
    await studio.begin();
    await studio.delete(aSession("one").sessionId);
    expect(studio.view.get().current?.title).toBe("two");
    await studio.delete(aSession("two").sessionId);
    expect(studio.view.get().current?.title).toBe("fresh");
  });

  it("that can't be opened leave the open one, and say so", async () => {
    const { studio } = studioWith([aSession("one")]);
    await studio.begin();
    await studio.open("ses_0000000000000000");
    expect(studio.view.get()).toMatchObject({
      current: { title: "one" },
      failure: { code: "SESSION_NOT_FOUND" },
    });
  });
});
