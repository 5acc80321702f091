import { describe, expect, it } from "vitest";
import { createApiError } from "@agent-studio/shared";
import { aConnection } from "@agent-studio/shared/testing";
import { createApiClient } from "../src/client/api-client.ts";
import { createModelSettings } from "../src/client/model-settings.ts";

const SESSION = "ses_0000000000000000";
const INPUT = {
  providerId: "any",
  api: "openai-completions",
  baseUrl: "https://own.example/v1/",
  modelId: "m",
  supportsImages: false,
  apiKey: "not-a-real-key",
} as const;

function settingsThat(
  ...answers: ((init: RequestInit) => Promise<Response>)[]
) {
  const calls: string[] = [];
  const api = createApiClient({
    fetch: async (url, init) => {
      calls.push(`${init.method ?? ""} ${url}`);
      const answer = answers.shift();
      if (answer === undefined) throw new TypeError("no more answers");
      return answer(init);
    },
  });
  return { settings: createModelSettings({ api, sessionId: SESSION }), calls };
}

const connection = aConnection({ baseUrl: "https://own.example/v1" });
const taken = async () => Response.json({ connection });
const busy = async () =>
  Response.json(createApiError("SESSION_BUSY", "Busy.", "req_0"), {
    status: 409,
  });
const works = async () =>
  Response.json({ status: "ok", message: "Fine.", durationMs: 7 });
const gone = async () => new Response(null, { status: 204 });

describe("the settings of a model", () => {
  it("show what is stored as the server has it, and keep nothing of the key", async () => {
    const { settings, calls } = settingsThat(taken);
    const saving = settings.save(INPUT);
    expect(settings.view.get().busy).toBe("saving");
    expect(await saving).toEqual(connection);
    const view = settings.view.get();
    expect(view).toMatchObject({ busy: null, failed: null, saved: connection });
    expect(JSON.stringify(view)).not.toContain(INPUT.apiKey);
    expect(calls).toEqual([`PUT /api/sessions/${SESSION}/model-config`]);
  });

  it("say which command failed, and forget that with the next one", async () => {
    const { settings } = settingsThat(busy, busy, taken);
    await settings.save(INPUT);
    expect(settings.view.get().failed).toMatchObject({
      command: "saving",
      failure: { code: "SESSION_BUSY" },
    });
    await settings.clear();
    expect(settings.view.get().failed?.command).toBe("clearing");
    await settings.save(INPUT);
    expect(settings.view.get().failed).toBeNull();
  });

  it("keep saying what was saved while it is tested, and after a test that failed", async () => {
    const { settings } = settingsThat(taken, works);
    await settings.save(INPUT);
    const testing = settings.test();
    expect(settings.view.get()).toMatchObject({
      busy: "testing",
      saved: connection,
    });
    await testing;
    expect(settings.view.get()).toMatchObject({
      busy: null,
      tested: { status: "ok", durationMs: 7 },
      saved: connection,
    });
    await settings.test();
    expect(settings.view.get()).toMatchObject({
      busy: null,
      tested: null,
      failed: { command: "testing", failure: { code: "NETWORK_FAILED" } },
      saved: connection,
    });
  });

  it("end a test when they are closed", async () => {
    const { settings } = settingsThat(
      (init) =>
        new Promise((_, reject) => {
          init.signal?.addEventListener("abort", () =>
            reject(new DOMException("gone", "AbortError")),
          );
        }),
    );
    const testing = settings.test();
    settings.close();
    settings.close();
    await testing;
    expect(settings.view.get().busy).toBeNull();
  });

  it("forget the model, and what they said before", async () => {
    const { settings, calls } = settingsThat(taken, gone);
    await settings.save(INPUT);
    await settings.clear();
    expect(settings.view.get()).toMatchObject({ cleared: true, saved: null });
    expect(calls[1]).toBe(`DELETE /api/sessions/${SESSION}/model-config`);
    settings.dismiss();
    expect(settings.view.get().cleared).toBe(false);
  });
});
