/**
 * Every canary is configured as a key and as a header, and the provider gives all of it away wherever it can. Then all
 * that the program wrote, sent or kept is searched.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  canaries,
  findCanaries,
  ProviderSimulator,
  SIMULATED_APIS,
  sightingsOf,
  type Canary,
} from "@agent-studio/harness/testing";
import type { Approval } from "@agent-studio/shared";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  LEAKY_ANSWERS,
  leakyScript,
  type LeakyAnswer,
} from "../../src/testing/canary-provider.ts";
import { simulatorInput } from "../../src/testing/report-model.ts";
import {
  startServerProcess,
  type ServerProcess,
} from "../../src/testing/server-process.ts";
import { StreamClient } from "../../src/testing/stream-client.ts";
import { createViewer, type TestViewer } from "../../src/testing/test-app.ts";

/** Strings of any length are written whole into a heap snapshot. */
const STRING_LIMIT = 10_000_000;
const LIMIT_MS = 120_000;
/** What a header can carry. */
const sendable = canaries.filter(({ value }) => /^[\x20-\x7e]*$/.test(value));
const unsendable = canaries.filter((canary) => !sendable.includes(canary));

interface Watched {
  readonly canary: Canary;
  readonly path: string;
  readonly stream: StreamClient;
}

const provider = leakyScript();
/** Everything that the server answered, in order. */
const replies: string[] = [];
const watched: Watched[] = [];
let cwd: string;
let simulator: ProviderSimulator;
let server: ServerProcess;
let viewer: TestViewer;

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "studio-canaries-"));
  simulator = await ProviderSimulator.open(provider.script);
  server = startServerProcess({
    cwd,
    environment: {
      PORT: "0",
      LOG_LEVEL: "trace",
      STUDIO_ALLOWED_MODEL_ORIGINS: simulator.origin,
    },
    nodeArguments: [
      "--heapsnapshot-signal=SIGUSR2",
      `--heap-snapshot-string-limit=${STRING_LIMIT}`,
    ],
    limitMs: LIMIT_MS,
  });
  viewer = await createViewer(await server.port);
  for (const [index, canary] of sendable.entries())
    watched.push(await talk(canary, index));
}, LIMIT_MS);

afterAll(async () => {
  server.signal("SIGKILL");
  await server.exit;
  await simulator.close();
  await rm(cwd, { recursive: true, force: true });
});

/** The canary in one of its forms. */
function spelled(canary: Canary, form: string): string {
  return sightingsOf({ ...canary, scan_forms: [form] })
    .map(({ text }) => text)
    .join(" ");
}

async function ask(method: string, path: string, body?: unknown) {
  const answer = await viewer.request(method, path, body);
  const headers = JSON.stringify([...answer.headers]);
  replies.push(`${headers} ${toText(answer.body)}`);
  return answer;
}

function toText(body: unknown): string {
  return typeof body === "string" ? body : JSON.stringify(body);
}

/** A session with the canary for its key, in which the provider gives every leaky answer once. */
async function talk(canary: Canary, index: number): Promise<Watched> {
  const path = `/api/sessions/${await viewer.createSession()}`;
  const api =
    SIMULATED_APIS[index % SIMULATED_APIS.length] ?? "openai-responses";
  const other = sendable[(index + 1) % sendable.length]?.value ?? "";
  const input = simulatorInput(api, simulator.origin, {
    apiKey: canary.value,
    headers: { "x-plain": canary.value, "x-bearer": `Bearer ${other}` },
  });
  expect((await ask("PUT", `${path}/model-config`, input)).status).toBe(200);
  const stream = await StreamClient.open({
    port: viewer.port,
    path: `${path}/events`,
    headers: { cookie: viewer.cookie },
  });
  for (const answer of LEAKY_ANSWERS) {
    await converse({ canary, path, stream }, answer);
    provider.use(answer);
    await ask("POST", `${path}/model-config/test`);
  }
  await ask("GET", `/api/none/${encodeURIComponent(canary.value)}`);
  return { canary, path, stream };
}

async function converse(
  { path, stream }: Watched,
  answer: LeakyAnswer,
): Promise<void> {
  provider.use(answer);
  const sent = await ask("POST", `${path}/messages`, { text: answer.name });
  expect(sent.status).toBe(202);
  const { runId } = sent.body as { runId: string };
  const since = (type: RegExp) =>
    stream.until(({ events }) =>
      events.some(
        ({ event, data }) => type.test(event) && data.includes(runId),
      ),
    );
  const end = /^run\.(?:completed|failed)$/;
  if (answer.name.includes("report")) {
    await since(/^approval\.required$/);
    const { body } = await ask("GET", `${path}/approvals?status=pending`);
    const [approval] = (body as { approvals: Approval[] }).approvals;
    await ask(
      "POST",
      `${path}/approvals/${approval?.approvalId ?? ""}/approve`,
    );
  }
  await since(end);
}

/** All that the server tells of a session. */
async function readAll({ path }: Watched): Promise<void> {
  for (const part of [
    "",
    "/snapshot",
    "/events.jsonl",
    "/runs",
    "/approvals",
    "/artifacts",
    "/artifacts/report.md",
    "/model-config",
  ])
    expect((await ask("GET", `${path}${part}`)).status).toBe(200);
  const { body } = await ask("GET", `${path}/runs`);
  for (const { runId } of (body as { runs: { runId: string }[] }).runs)
    await ask("GET", `${path}/runs/${runId}`);
}

async function filesBelow(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, {
    recursive: true,
    withFileTypes: true,
  });
  const files = new Map<string, Buffer>();
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    files.set(path, await readFile(path));
  }
  return files;
}

/** The strings of the program's heap. Every request gives it the time to go on writing. */
async function heapSnapshot(): Promise<Buffer> {
  const known = new Set(readdirSync(cwd));
  server.signal("SIGUSR2");
  for (;;) {
    await viewer.request("GET", "/api/health");
    const name = readdirSync(cwd).find(
      (each) => each.endsWith(".heapsnapshot") && !known.has(each),
    );
    if (name === undefined || statSync(join(cwd, name)).size === 0) continue;
    const bytes = readFileSync(join(cwd, name));
    if (bytes.subarray(-8).toString("latin1").trimEnd().endsWith("]}"))
      return bytes;
  }
}

/** Ends of keys and common words are in programs by themselves; the whole of a key is not. */
function findInHeap(heap: Buffer, looked: readonly Canary[]): string[] {
  const whole = looked
    .filter(({ kind }) => kind !== "looks like a word")
    .map((canary) => ({
      ...canary,
      scan_forms: canary.scan_forms.filter((form) => !/^first 8/.test(form)),
    }));
  return findCanaries(heap, whole);
}

describe("the canaries", () => {
  it("are found by the scan in each of their forms", () => {
    for (const canary of canaries)
      for (const form of canary.scan_forms)
        expect(
          findCanaries(`before ${spelled(canary, form)} after`, [canary]),
        ).toContain(`${canary.id} ${form}`);
  });

  it("went to the provider as they are", () => {
    for (const { canary } of watched)
      expect(
        simulator.requests.some(({ headers }) =>
          (headers["authorization"] ?? headers["x-api-key"] ?? "").endsWith(
            canary.value,
          ),
        ),
      ).toBe(true);
    expect(simulator.defects).toEqual([]);
  });

  it("that no header can carry are refused without being repeated", async () => {
    const path = `/api/sessions/${await viewer.createSession()}`;
    for (const { value } of unsendable) {
      const apis = [{ apiKey: value }, { headers: { "x-extra": value } }];
      for (const secrets of apis) {
        const input = simulatorInput(
          "openai-completions",
          simulator.origin,
          secrets,
        );
        expect(await ask("PUT", `${path}/model-config`, input)).toMatchObject({
          status: 422,
          body: { error: { code: "MODEL_CONFIG_INVALID" } },
        });
      }
    }
    expect(findCanaries(replies.join("\n"))).toEqual([]);
  });

  it("are in no reply", async () => {
    for (const session of watched) await readAll(session);
    expect(replies.length).toBeGreaterThan(200);
    expect(findCanaries(replies.join("\n"))).toEqual([]);
  });

  it("are in no byte of the streams", () => {
    for (const { stream } of watched) {
      expect(stream.bytes.toString("utf8")).toContain("[redacted]");
      expect(findCanaries(stream.bytes)).toEqual([]);
    }
  });

  it("are in no file", async () => {
    const files = await filesBelow(join(cwd, ".studio"));
    const names = [...files.keys()];
    expect(names.filter((name) => name.endsWith("report.md"))).toHaveLength(
      watched.length,
    );
    expect(findCanaries(names.join("\n"))).toEqual([]);
    expect(findCanaries(Buffer.concat([...files.values()]))).toEqual([]);
  });

  it("are in no line that the program wrote", () => {
    expect(server.output()).toContain("answered");
    expect(findCanaries(server.output())).toEqual([]);
  });

  it(
    "are not in the heap after clearing, where a planted one is found",
    async () => {
      for (const { path } of watched)
        expect((await ask("DELETE", `${path}/model-config`)).status).toBe(204);
      const heap = await heapSnapshot();
      expect(findInHeap(heap, canaries)).toEqual([]);

      for (const { path, canary } of watched)
        await viewer.request("PATCH", path, { title: canary.value });
      const planted = await heapSnapshot();
      for (const canary of sendable.filter(
        ({ kind }) => kind !== "looks like a word",
      ))
        expect(findInHeap(planted, [canary])).not.toEqual([]);
    },
    LIMIT_MS,
  );

  it("are found in replies, streams and output once they are planted there", async () => {
    for (const { path, canary, stream } of watched) {
      const { body } = await viewer.request("GET", path);
      expect(findCanaries(toText(body), [canary])).not.toEqual([]);
      await stream.until(({ events }) =>
        events.some(({ event }) => event === "session.updated"),
      );
      expect(findCanaries(stream.bytes, [canary])).not.toEqual([]);
    }
  });
});
