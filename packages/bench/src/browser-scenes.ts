/** The situations that are measured. */
import { setTimeout as delay } from "node:timers/promises";
import type { Page } from "playwright-core";
import { createEventWriter } from "@agent-studio/shared/testing";
import type { EventWriter } from "@agent-studio/shared/testing";
import type { Cost, Gauge } from "./browser-gauge.ts";
import {
  beginAnswer,
  beginLog,
  endAnswer,
  framesOf,
  piecesOf,
  writeDelta,
  writeThread,
} from "./browser-log.ts";
import type { StreamServer } from "./browser-server.ts";

declare global {
  /** When the conversation was first there, in the page. */
  var shownAt: number | null | undefined;
}

export interface Stage {
  readonly page: Page;
  readonly gauge: Gauge;
  readonly server: StreamServer;
  readonly sessionId: string;
}

/** Deltas of a model at its fastest. */
const DELTAS_PER_SECOND = 200;
/** What a server that joins what comes within one turn of its loop writes at once. */
const TICK_MS = 5;
const SHOWN_LIMIT_MS = 60_000;

/** Opens the page on a log that is there already; resolves when its last message is shown. */
async function openOn(
  { page, server }: Stage,
  writer: EventWriter,
): Promise<void> {
  const frames = framesOf(writer.events);
  server.begin(writer.events.length, () => frames);
  await page.goto(server.address);
  await waitForMessage(page, lastMessageOf(writer));
}

function lastMessageOf(writer: EventWriter): string {
  const last = writer.events.findLast(
    ({ type }) => type === "assistant.started",
  );
  return last?.type === "assistant.started" ? last.payload.messageId : "";
}

async function waitForMessage(page: Page, messageId: string): Promise<void> {
  await page
    .locator(`[data-message-id="${messageId}"]`)
    .waitFor({ state: "attached", timeout: SHOWN_LIMIT_MS });
}

/** An answer that comes at full speed below a thread of so many messages. */
export async function streamAnswer(
  stage: Stage,
  shape: {
    readonly messages: number;
    readonly text: string;
    readonly seconds: number;
  },
): Promise<Cost & { readonly lateMs: number }> {
  const writer = createEventWriter(stage.sessionId);
  beginLog(writer);
  writeThread(writer, shape.messages / 2, 4);
  await openOn(stage, writer);
  // What is drawn in idle time after an opening is not part of the stream.
  await delay(4_000);
  let sent = writer.events.length;
  const flush = async () => {
    const fresh = writer.events.slice(sent);
    sent = writer.events.length;
    await stage.server.write(framesOf(fresh));
  };
  const answering = beginAnswer(writer);
  await flush();
  let lateMs = 0;
  const pieces = piecesOf(shape.text, DELTAS_PER_SECOND * shape.seconds);
  const cost = await stage.gauge.measure(async () => {
    const start = performance.now();
    let written = 0;
    while (written < pieces.length) {
      const passed = (performance.now() - start) / 1000;
      const due = Math.ceil(passed * DELTAS_PER_SECOND);
      for (const piece of pieces.slice(written, due)) {
        writeDelta(writer, answering, piece);
      }
      written = Math.max(written, Math.min(due, pieces.length));
      await flush();
      await delay(TICK_MS);
    }
    endAnswer(writer, answering, shape.text);
    await flush();
    const ended = performance.now();
    await stage.page
      .locator('[data-status="idle"].run-bar')
      .waitFor({ timeout: SHOWN_LIMIT_MS });
    lateMs = performance.now() - ended;
  });
  return { ...cost, lateMs };
}

/** Opens a session with a log of so many events; answers the milliseconds from the click to the conversation. */
export async function openSession(
  stage: Stage,
  events: number,
): Promise<{ readonly shownMs: number; readonly events: number }> {
  const writer = createEventWriter(stage.sessionId);
  beginLog(writer);
  // 100 questions and answers, as much written in each as it takes.
  writeThread(writer, 100, Math.round(events / 100) - 7);
  const frames = framesOf(writer.events);
  stage.server.begin(writer.events.length, () => frames);
  const last = lastMessageOf(writer);
  await stage.page.addInitScript({
    content: `
      globalThis.shownAt = null;
      const look = () => {
        const found = document.querySelector('[data-message-id="${last}"] .markdown');
        if (found === null) return requestAnimationFrame(look);
        globalThis.shownAt ??= performance.now();
      };
      requestAnimationFrame(look);`,
  });
  await stage.page.goto(stage.server.address);
  await stage.page.waitForFunction(
    () => typeof globalThis.shownAt === "number",
    undefined,
    { timeout: SHOWN_LIMIT_MS },
  );
  const shownMs = await stage.page.evaluate(
    () => globalThis.shownAt ?? Number.NaN,
  );
  return { shownMs, events: writer.events.length };
}

export interface Reading {
  readonly deltas: number;
  readonly heapBytes: number;
  readonly nodes: number;
}

/** An hour of deltas as fast as the browser takes them; memory at the beginning and after each part. */
export async function streamAnHour(
  stage: Stage,
  shape: {
    readonly answers: number;
    readonly deltasPerAnswer: number;
    readonly parts: number;
  },
): Promise<readonly Reading[]> {
  const { answers, deltasPerAnswer, parts } = shape;
  const writer = createEventWriter(stage.sessionId);
  beginLog(writer);
  writeThread(writer, 10, 4);
  await openOn(stage, writer);
  const readings: Reading[] = [{ deltas: 0, ...(await stage.gauge.memory()) }];
  let sent = writer.events.length;
  for (let part = 1; part <= parts; part += 1) {
    for (let index = 0; index < answers / parts; index += 1) {
      writeThread(writer, 1, deltasPerAnswer);
      await stage.server.write(framesOf(writer.events.slice(sent)));
      sent = writer.events.length;
    }
    await waitForMessage(stage.page, lastMessageOf(writer));
    readings.push({
      deltas: (answers / parts) * deltasPerAnswer * part,
      ...(await stage.gauge.memory()),
    });
  }
  return readings;
}
