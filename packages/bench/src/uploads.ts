// How other requests fare while photos are taken in: the program as it is started, two uploads in flight without a
// pause, and a client that asks for its sessions all the while. The same client on an idle server is beside it.
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { takePhotos } from "./photo.ts";
import { tellFigures } from "./tell-figures.ts";

const MAIN = join(import.meta.dirname, "../../../apps/server/src/main.ts");
const READY = /Agent Studio is ready: (http:\S+)/;
const SECONDS = 10;
const IN_FLIGHT = 2;
const IDLE_MS = 3_000;
const PAUSE_MS = 5;
/** Viewers that ask in turn, so that none of them asks more than one may. */
const ASKING = 12;
const TARGETS = { perSecond: 12, p99Ms: 50, growthMiB: 350 };

interface Client {
  readonly url: string;
  readonly cookie: string;
}

async function start(dataDir: string) {
  const child = spawn(process.execPath, [MAIN], {
    env: { PORT: "0", STUDIO_DATA_DIR: dataDir, LOG_LEVEL: "silent" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  for await (const chunk of child.stdout.setEncoding("utf8")) {
    output += String(chunk);
    const url = READY.exec(output)?.[1];
    if (url !== undefined) return { child, url };
  }
  throw new Error(`The server did not start: ${output}`);
}

async function createClient(url: string): Promise<Client> {
  const response = await fetch(`${url}/api/viewer`, { method: "POST" });
  await response.text();
  const [cookie = ""] = response.headers.get("set-cookie")?.split(";") ?? [];
  return { url, cookie };
}

async function ask(
  { url, cookie }: Client,
  method: string,
  path: string,
  body?: FormData,
): Promise<unknown> {
  const response = await fetch(url + path, {
    method,
    headers: { cookie },
    ...(body === undefined ? {} : { body }),
  });
  if (!response.ok)
    throw new Error(
      `${path} answered ${response.status}: ${await response.text()}`,
    );
  return response.status === 204 ? undefined : response.json();
}

async function createSession(client: Client): Promise<string> {
  const body = await ask(client, "POST", "/api/sessions");
  const { session } = body as { session: { sessionId: string } };
  return `/api/sessions/${session.sessionId}/attachments`;
}

/** Uploads one photo after the other until the time is up; gives how many. */
async function uploadUntil(
  client: Client,
  photos: readonly Blob[],
  end: number,
) {
  let path = await createSession(client);
  let count = 0;
  while (performance.now() < end) {
    const form = new FormData();
    form.append("file", photos[count % photos.length] ?? "", "photo.jpg");
    await ask(client, "POST", path, form);
    count += 1;
    // A session holds only so many.
    if (count % 50 === 0) path = await createSession(client);
  }
  return count;
}

/** Milliseconds that answers took, one request after the other with a pause, until the time is up. */
async function askUntil(
  clients: readonly Client[],
  end: number,
): Promise<number[]> {
  const took: number[] = [];
  for (let turn = 0; performance.now() < end; turn += 1) {
    const client = clients[turn % clients.length];
    if (client === undefined) break;
    const before = performance.now();
    await ask(client, "GET", "/api/sessions");
    took.push(performance.now() - before);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return took.sort((one, other) => one - other);
}

const at = (sorted: readonly number[], share: number) =>
  (sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN).toFixed(1);

function print(name: string, took: readonly number[]): void {
  const figures = `p50 ${at(took, 0.5)}, p99 ${at(took, 0.99)}, slowest ${at(took, 1)} ms`;
  console.log(`${name.padEnd(34)} ${figures} (${took.length} requests)`);
}

/** Memory of a process and of those that it started, what they share counted once, in MiB; 0 where no one tells. */
async function memoryOf(pid: number): Promise<number> {
  const read = (file: string) =>
    readFile(`/proc/${pid}/${file}`, "utf8").catch(() => "");
  const own = Number(
    /^Pss:\s+(\d+)/m.exec(await read("smaps_rollup"))?.[1] ?? 0,
  );
  const children = (await read(`task/${pid}/children`)).trim().split(/\s+/);
  const theirs = await Promise.all(
    children.filter((id) => id !== "").map((id) => memoryOf(Number(id))),
  );
  return theirs.reduce((sum, each) => sum + each, own / 1024);
}

/** The most memory that was seen until the time is up, in MiB. */
async function watchMemory(pid: number, end: number): Promise<number> {
  let most = 0;
  while (performance.now() < end) {
    most = Math.max(most, await memoryOf(pid));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return most;
}

const dataDir = await mkdtemp(join(tmpdir(), "studio-bench-"));
const { child, url } = await start(dataDir);
try {
  const pid = child.pid ?? 0;
  const photos = await takePhotos();
  const clients = await Promise.all(
    Array.from({ length: ASKING }, () => createClient(url)),
  );
  const uploaders = clients.slice(0, IN_FLIGHT);
  const idle = await askUntil(clients, performance.now() + IDLE_MS);
  const before = await memoryOf(pid);
  const end = performance.now() + SECONDS * 1000;
  const [busy, most, ...counts] = await Promise.all([
    askUntil(clients, end),
    watchMemory(pid, end),
    ...uploaders.map((uploader) => uploadUntil(uploader, photos, end)),
  ]);
  const perSecond = counts.reduce((sum, count) => sum + count, 0) / SECONDS;
  tellFigures({
    perSecond,
    p99Ms: Number(at(busy, 0.99)),
    rssGrowthMiB: most - before,
  });
  console.log(
    `${perSecond.toFixed(1)} photos of 12 megapixels a second, ${IN_FLIGHT} in flight (target ${TARGETS.perSecond})`,
  );
  print("other requests, nothing else to do", idle);
  print(`other requests meanwhile`, busy);
  console.log(
    `target of the p99 meanwhile: ${TARGETS.p99Ms} ms\nmemory of all processes grew by ${(most - before).toFixed(0)} MiB at most (target ${TARGETS.growthMiB})`,
  );
} finally {
  child.kill();
  await rm(dataDir, { recursive: true, force: true });
}
