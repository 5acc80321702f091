/** A log of any length, with everything that happens in a run, for the page to open from a file. */
import { NO_USAGE } from "@agent-studio/shared";
import { createEventWriter } from "@agent-studio/shared/testing";
import type { EventWriter } from "@agent-studio/shared/testing";

const MODEL = { providerId: "demo", modelId: "demo" };
const USAGE = { ...NO_USAGE, inputTokens: 10, outputTokens: 5 };

/** At least this many events: whole runs of a question, a tool call and an answer. */
export function longLog(length: number): EventWriter["events"] {
  const writer = createEventWriter();
  writer.write("session.started", { labId: "ads-report", title: "Long" });
  while (writer.events.length < length) writeRun(writer);
  return writer.events;
}

function writeRun(writer: EventWriter): void {
  const extras = { runId: writer.id("run") };
  const question = writer.id("msg");
  const text = `Question ${question}`;
  writer.write("run.started", { messageId: question, model: MODEL }, extras);
  const message = { messageId: question, text, attachments: [] };
  writer.write("user.message", message, extras);
  const asking = writeTurn(writer, extras, 1);
  const call = { toolCallId: writer.id("call"), toolName: "read" };
  writer.write(
    "tool.requested",
    {
      ...call,
      messageId: asking,
      part: 1,
      args: { path: "report.md" },
      effect: "read",
      policy: "allow",
    },
    extras,
  );
  writer.write("tool.started", call, extras);
  const result = { text: "A line of the report. ".repeat(10) };
  writer.write("tool.completed", { ...call, result, durationMs: 2 }, extras);
  const messageId = writeTurn(writer, extras, 2);
  const usage = { ...NO_USAGE, inputTokens: 20, outputTokens: 10 };
  writer.write(
    "run.completed",
    { messageId, usage, costUsd: 0, durationMs: 20, turns: 2 },
    extras,
  );
}

function writeTurn(
  writer: EventWriter,
  extras: { readonly runId: string },
  turn: number,
): string {
  const callId = writer.id("mdl");
  const messageId = writer.id("msg");
  writer.write("model.requested", { callId, turn }, extras);
  writer.write("assistant.started", { messageId }, extras);
  const words = ["One ", "two ", "three"];
  for (const delta of words) {
    const piece = { messageId, part: 0, delta, channel: "text" } as const;
    writer.write("assistant.delta", piece, extras);
  }
  const stopReason = turn === 1 ? "tool_use" : "stop";
  const said = { messageId, text: words.join(""), stopReason } as const;
  writer.write("assistant.completed", said, extras);
  writer.write(
    "model.responded",
    {
      callId,
      turn,
      model: MODEL,
      stopReason,
      usage: USAGE,
      costUsd: 0,
      firstTokenMs: 1,
      durationMs: 6,
    },
    extras,
  );
  return messageId;
}
