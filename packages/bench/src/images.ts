// 12-megapixel JPEGs made small, upright and plain, two in flight, through the same processes that the server uses:
// how many a second, how late the event loop of the server is meanwhile, and how much memory it takes.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import {
  createFileAttachmentStores,
  NodeImageNormalizer,
} from "@agent-studio/harness/adapters";
import { takePhotos } from "./photo.ts";

const PICTURES = 48;
const WARM_UP = 4;
const PIECE_BYTES = 65_536;
const IN_FLIGHT = 2;
const TARGET_A_SECOND = 12;
const TARGET_DELAY_MS = 50;
const MIB = 1024 * 1024;

const folder = await mkdtemp(path.join(tmpdir(), "studio-bench-"));
const normalizer = new NodeImageNormalizer();
const store = await createFileAttachmentStores({ normalizer }).open(folder);
const photos = await Promise.all(
  (await takePhotos()).map(async (photo) => Buffer.from(await photo.bytes())),
);

async function* pieces(
  photo: Buffer,
): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = 0; at < photo.length; at += PIECE_BYTES)
    yield photo.subarray(at, at + PIECE_BYTES);
}

async function take(number: number): Promise<void> {
  const photo = photos[number % photos.length] ?? Buffer.alloc(0);
  await store.add(`att_${String(number).padStart(21, "0")}`, {
    name: "photo.jpg",
    mediaType: "image/jpeg",
    bytes: pieces(photo),
    signal: new AbortController().signal,
  });
}

/** Takes the pictures from one number to another, two at a time. */
async function takeAll(from: number, to: number): Promise<void> {
  const numbers = Array.from({ length: to - from }, (_, at) => from + at);
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async () => {
      for (;;) {
        const number = numbers.shift();
        if (number === undefined) return;
        await take(number);
      }
    }),
  );
}

try {
  await takeAll(0, WARM_UP);
  const rssBefore = process.memoryUsage().rss;
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const startedAt = performance.now();
  await takeAll(WARM_UP, WARM_UP + PICTURES);
  const seconds = (performance.now() - startedAt) / 1000;
  delay.disable();
  const aSecond = PICTURES / seconds;
  const delayMs = delay.percentile(99) / 1e6;
  const grown = (process.memoryUsage().rss - rssBefore) / MIB;
  const readers = (await readersRss()).map((rss) => (rss / MIB).toFixed(0));
  const met = aSecond >= TARGET_A_SECOND && delayMs < TARGET_DELAY_MS;
  console.log(`${PICTURES} JPEGs of 12 megapixels, ${IN_FLIGHT} in flight`);
  console.log(`  a second              ${aSecond.toFixed(1)}`);
  console.log(`  event loop            ${delayMs.toFixed(1)} ms late (p99)`);
  console.log(`  memory of the server  ${grown.toFixed(1)} MiB more`);
  console.log(`  of the readers        ${readers.join(" and ")} MiB at most`);
  console.log(
    `  target ${TARGET_A_SECOND} a second, p99 under ${TARGET_DELAY_MS} ms: ${met ? "met" : "missed"}`,
  );
} finally {
  await store.close();
  await normalizer.close();
  await rm(folder, { recursive: true, force: true });
}

/** The most that each child of this process ever took; Linux only, nothing elsewhere. */
async function readersRss(): Promise<readonly number[]> {
  const children = await readFile(
    `/proc/self/task/${process.pid}/children`,
    "utf8",
  ).catch(() => "");
  const statuses = await Promise.all(
    children
      .split(" ")
      .filter((pid) => pid !== "")
      .map((pid) => readFile(`/proc/${pid}/status`, "utf8").catch(() => "")),
  );
  return statuses.map(
    (status) => Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024,
  );
}
