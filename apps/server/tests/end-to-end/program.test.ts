import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ProviderSimulator } from "@agent-studio/harness/testing";
import type { HarnessEvent } from "@agent-studio/shared";
import { checkLegal } from "@agent-studio/shared/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { replyTo } from "../../src/testing/report-model.ts";
import { startServerProcess } from "../../src/testing/server-process.ts";
import { createViewer } from "../../src/testing/test-app.ts";

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "studio program "));
});
afterEach(() => rm(cwd, { recursive: true, force: true }));

const run = (environment: Readonly<Record<string, string>>) =>
  startServerProcess({
    cwd,
    environment: { PORT: "0", LOG_LEVEL: "silent", ...environment },
  });

describe("the program", () => {
  it.each(["SIGTERM", "SIGINT"] as const)(
    "ends within five seconds of %s, twice, and lets watchers read to the end",
    async (signal) => {
      const server = run({ STUDIO_DEMO_PACE: "natural", MODEL_PRESET: "demo" });
      const viewer = await createViewer(await server.port);
      const sessionId = await viewer.createSession();
      const path = `/api/sessions/${sessionId}`;
      const watching = await Promise.all(
        ["", "", "?tab=a"].map((query) => viewer.stream(sessionId, query)),
      );
      const idle = await viewer.stream(await viewer.createSession());
      const sent = await viewer.request("POST", `${path}/messages`, {
        text: "请分析 demo-account 最近 7 天的表现并保存报告",
      });
      expect(sent.status).toBe(202);
      for (const client of watching)
        await client.until(({ events }) =>
          events.some(({ event }) => event === "assistant.delta"),
        );

      const startedAt = performance.now();
      server.signal(signal);
      server.signal(signal);
      const { code } = await server.exit;
      expect(performance.now() - startedAt).toBeLessThan(5_000);
      expect(code).toBe(0);
      for (const client of watching) {
        await client.ended;
        const events = client.events.map(
          ({ data }) => JSON.parse(data) as HarnessEvent,
        );
        expect(checkLegal(events)).toEqual([]);
        expect(events.slice(-2)).toMatchObject([
          { type: "run.cancelled", payload: { reason: "shutdown" } },
          { type: "session.closed", payload: { reason: "shutdown" } },
        ]);
      }
      await idle.ended;
      expect(idle.events.at(-1)?.event).toBe("session.closed");
    },
  );

  it("[O01] says in one sentence that the port is in use and which setting changes it", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => {
      other.listen(0, "127.0.0.1", resolve);
    });
    const { port } = other.address() as AddressInfo;
    const { code, output } = await run({ PORT: String(port) }).exit;
    other.close();
    expect(code).toBe(1);
    expect(output.trim()).toMatch(
      new RegExp(`^Port ${port} is in use; set PORT to another one, .*\\.$`),
    );
  });

  it("[O02] says which folder can't hold its data", async () => {
    await writeFile(join(cwd, "file"), "");
    const { code, output } = await run({ STUDIO_DATA_DIR: "file/below" }).exit;
    expect(code).toBe(1);
    expect(output.trim()).toMatch(/^The folder .*; set STUDIO_DATA_DIR .*\.$/);
  });

  it("reads a file of settings, over which the environment wins", async () => {
    await writeFile(join(cwd, ".env"), "PORT=none\nSTUDIO_MAX_TURNS=none\n");
    const { output } = await run({ PORT: "0" }).exit;
    expect(output.trim()).toBe("STUDIO_MAX_TURNS must be a whole number.");
  });

  it("starts new sessions on the model of its settings, which goes back when theirs is cleared", async () => {
    const simulator = await ProviderSimulator.open((request) =>
      replyTo(request, { text: "Hello." }),
    );
    const apiKey = "sk-env-CANARY-0123";
    const server = run({
      LOG_LEVEL: "trace",
      STUDIO_ALLOWED_MODEL_ORIGINS: simulator.origin,
      MODEL_PROVIDER: "mine",
      MODEL_API: "openai-responses",
      MODEL_BASE_URL: simulator.origin,
      MODEL_ID: "m",
      MODEL_API_KEY: apiKey,
    });
    const viewer = await createViewer(await server.port);
    const sessionId = await viewer.createSession();
    const path = `/api/sessions/${sessionId}`;
    const stream = await viewer.stream(sessionId);
    const connection = {
      providerId: "mine",
      baseUrl: `${simulator.origin}/v1`,
      keyHint: "••••0123",
    };
    const model = () => viewer.request("GET", `${path}/model-config`);
    expect((await model()).body).toMatchObject({ connection });
    for (const method of ["DELETE", "DELETE"])
      expect(
        (await viewer.request(method, `${path}/model-config`)).status,
      ).toBe(204);
    expect((await model()).body).toMatchObject({ connection });
    await viewer.request("POST", `${path}/messages`, { text: "Hello" });
    await stream.until(({ events }) =>
      events.some(({ event }) => event === "run.completed"),
    );
    expect(simulator.requests[0]?.headers["authorization"]).toBe(
      `Bearer ${apiKey}`,
    );
    server.signal("SIGTERM");
    const { output } = await server.exit;
    expect(output + stream.bytes.toString("utf8")).not.toContain("CANARY");
    await simulator.close();
  });

  it("says at its start why the model of its settings can't be used", async () => {
    const { code, output } = await run({
      MODEL_PRESET: "ollama",
      MODEL_API_KEY: "sk-env-CANARY-0123",
    }).exit;
    expect(code).toBe(1);
    expect(output).toContain("STUDIO_ALLOWED_MODEL_ORIGINS");
    expect(output).toContain("http://127.0.0.1:11434");
    expect(output).not.toContain("CANARY");
  });
});
