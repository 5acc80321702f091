// What the page costs in a real Chromium: an answer at 200 deltas a second below a thread of 200 messages, the
// opening of a session with 10,000 events, and an hour of deltas as fast as they can be taken. Prints figures and
// whether they meet the targets; run it on a machine that has nothing else to do. It builds the page where its
// sources changed, starts the real server, and stands before it with a stream of its own.
//
//   node packages/bench/src/browser.ts [answer|stream|open|hour]
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { CHROMIUM_FLAGS, findChromium } from "../../../scripts/chromium.ts";
import { withServer } from "../../../scripts/running-server.ts";
import { buildWeb } from "../../../scripts/web-build.ts";
import { createGauge, WATCH_TASKS } from "./browser-gauge.ts";
import { LONG_TEXTS } from "./browser-log.ts";
import { openSession, streamAnHour, streamAnswer } from "./browser-scenes.ts";
import type { Stage } from "./browser-scenes.ts";
import { startStreamServer } from "./browser-server.ts";
import { tellFigures } from "./tell-figures.ts";

const TARGETS = { scripting: 0.35, openMs: 1_000 };
const THREAD_MESSAGES = 200;
const STREAM_SECONDS = 10;
const OPENINGS = 3;

const percent = (share: number) => `${(share * 100).toFixed(1).padStart(5)} %`;
const mebibytes = (bytes: number) =>
  `${(bytes / 1024 / 1024).toFixed(1).padStart(6)} MiB`;
const verdict = (met: boolean) => (met ? "met" : "MISSED");

/** Characters of each answer: what a fast model writes in the time, and a very long answer. */
const SCENES = [
  ["an answer with everything", 20_000],
  ["an answer with everything", 100_000],
  ["one block of code", 200_000],
  ["one list", 100_000],
  ["one table", 100_000],
] as const;

/** The first scene alone, for the benchmark. */
const printAnswer = (open: OpenStage) => printScenes(open, SCENES.slice(0, 1));

const printStreams = (open: OpenStage) => printScenes(open, SCENES);

async function printScenes(
  open: OpenStage,
  scenes: readonly (typeof SCENES)[number][],
): Promise<void> {
  for (const [name, characters] of scenes) {
    const text = LONG_TEXTS[name](characters);
    const cost = await open((stage) =>
      streamAnswer(stage, {
        messages: THREAD_MESSAGES,
        text,
        seconds: STREAM_SECONDS,
      }),
    );
    const { scripting, busy, longTasks, longCpuTasks, lateMs } = cost;
    const met = longCpuTasks.length === 0 && scripting <= TARGETS.scripting;
    tellFigures({
      share: scripting * 100,
      count: longCpuTasks.length,
      milliseconds: lateMs,
    });
    const longest = Math.max(0, ...longTasks).toFixed(0);
    console.log(
      `${name}, ${characters / 1000} KB at 200 deltas/s: scripting ${percent(scripting)}, main thread ${percent(busy)}, ` +
        `long tasks ${longCpuTasks.length} of processor time, ${longTasks.length} by the clock (longest ${longest} ms), ` +
        `end shown after ${lateMs.toFixed(0)} ms: ${verdict(met)}`,
    );
    for (const { cpuMs, wallMs, parts } of longCpuTasks.slice(0, 3)) {
      console.log(
        `    ${cpuMs.toFixed(0)} ms (${wallMs.toFixed(0)} by the clock): ${parts.join(", ")}`,
      );
    }
  }
}

async function printOpenings(open: OpenStage): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < OPENINGS; round += 1) {
    const { shownMs, events } = await open((stage) =>
      openSession(stage, 10_000),
    );
    times.push(shownMs);
    console.log(
      `opening ${events} events: conversation after ${shownMs.toFixed(0)} ms`,
    );
  }
  const middle = times.toSorted((a, b) => a - b)[Math.floor(OPENINGS / 2)] ?? 0;
  tellFigures({ milliseconds: middle });
  console.log(
    `median ${middle.toFixed(0)} ms: ${verdict(middle < TARGETS.openMs)}`,
  );
}

async function printHour(open: OpenStage): Promise<void> {
  const readings = await open((stage) =>
    streamAnHour(stage, { answers: 720, deltasPerAnswer: 1_000, parts: 6 }),
  );
  for (const { deltas, heapBytes, nodes } of readings) {
    console.log(
      `after ${String(deltas).padStart(7)} deltas: heap ${mebibytes(heapBytes)}, nodes ${nodes}`,
    );
  }
}

type OpenStage = <Result>(
  use: (stage: Stage) => Promise<Result>,
) => Promise<Result>;

const PARTS = {
  answer: printAnswer,
  stream: printStreams,
  open: printOpenings,
  hour: printHour,
};

const asked = process.argv[2];
const root = fileURLToPath(new URL("../../..", import.meta.url));
const dataFolder = await mkdtemp(join(tmpdir(), "studio-bench-"));
await buildWeb({ root, say: () => undefined });
const browser = await chromium.launch({
  executablePath: await findChromium({ say: () => undefined }),
  args: CHROMIUM_FLAGS.filter((flag) => flag !== "--headless"),
});
try {
  await withServer(
    { root, dataFolder, signal: AbortSignal.timeout(1_800_000) },
    async (target) => {
      const server = await startStreamServer(target);
      const open: OpenStage = async (use) => {
        const context = await browser.newContext({
          viewport: { width: 1440, height: 900 },
        });
        try {
          const page = await context.newPage();
          await page.addInitScript({ content: WATCH_TASKS });
          // The first visit makes a session; what is in it is ours from then on.
          const made = page.waitForResponse(
            (reply) =>
              new URL(reply.url()).pathname === "/api/sessions" &&
              reply.request().method() === "POST",
          );
          server.begin(0, () => "");
          await page.goto(server.address);
          const { session } = (await (await made).json()) as {
            readonly session: { readonly sessionId: string };
          };
          const gauge = await createGauge(page);
          return await use({
            page,
            gauge,
            server,
            sessionId: session.sessionId,
          });
        } finally {
          await context.close();
        }
      };
      for (const [name, print] of Object.entries(PARTS)) {
        // The answer is the first of the streams.
        const isAsked =
          asked === undefined ? name !== "answer" : asked === name;
        if (isAsked) await print(open);
      }
      await server.stop();
    },
  );
} finally {
  await browser.close();
  await rm(dataFolder, { recursive: true, force: true });
}
