import { playCalls } from "./play-calls.ts";
import { playModelCall } from "./play-model-call.ts";
import { stopRun } from "./play-stop.ts";
import { RunBroken, RunStopped, createRunStory, totalsOf } from "./story.ts";
import type { RunStory, SessionStory } from "./story.ts";

const MAX_TURNS = 5;
const VIEWER = { kind: "viewer", id: "viw_0000000000000000" } as const;

/** One run from its message to its end, whatever that is. */
export function playRun(session: SessionStory): void {
  const run = beginRun(session);
  try {
    while (playModelCall(run) === "tool_use") {
      playCalls(run);
      if (run.turn === MAX_TURNS) throw new RunBroken("MAX_TURNS");
    }
    const messageId = run.message?.messageId;
    const payload = {
      ...(messageId === undefined ? {} : { messageId }),
      ...totalsOf(run),
    };
    session.writer.write("run.completed", payload, { runId: run.runId });
  } catch (error) {
    if (!(error instanceof RunStopped || error instanceof RunBroken))
      throw error;
    stopRun(run, error);
  }
}

function beginRun(session: SessionStory): RunStory {
  const { writer, choices } = session;
  const runId = writer.id("run");
  const messageId = writer.id("msg");
  const extras = { runId, actor: VIEWER };
  const requestId = choices.seldom(2) ? { requestId: writer.id("req") } : {};
  writer.write(
    "run.started",
    { messageId, model: { providerId: "demo", modelId: "demo" }, ...requestId },
    extras,
  );
  const key = choices.seldom(2) ? { clientMessageId: writer.id("key") } : {};
  const text = choices.one([
    "Hello",
    "查一下 demo-account",
    "a\r\nb\u2028c",
    "",
  ]);
  const attachments =
    text === "" || choices.seldom(3) ? session.attachments.slice(0, 2) : [];
  writer.write(
    "user.message",
    { messageId, text, attachments, ...key },
    extras,
  );
  return createRunStory(session, runId);
}
