import { NO_USAGE } from "@agent-studio/shared";
import type { HarnessEvent } from "@agent-studio/shared";
import { createEventWriter } from "@agent-studio/shared/testing";

export interface DeltaLogShape {
  readonly messages: number;
  readonly deltasPerMessage: number;
  /** Parts that the deltas of a message are spread over. */
  readonly partsPerMessage: number;
}

const MODEL = { providerId: "demo", modelId: "demo" };

/** The log of a session in which each run is one message of many deltas. */
export function writeDeltaLog(shape: DeltaLogShape): readonly HarnessEvent[] {
  const { messages, deltasPerMessage, partsPerMessage } = shape;
  const writer = createEventWriter();
  writer.write("session.started", { labId: "bench", title: "Bench" });
  for (let message = 0; message < messages; message += 1) {
    const extras = { runId: writer.id("run") };
    const [userId, messageId, callId] = [
      writer.id("msg"),
      writer.id("msg"),
      writer.id("mdl"),
    ];
    writer.write("run.started", { messageId: userId, model: MODEL }, extras);
    writer.write(
      "user.message",
      { messageId: userId, text: "Go", attachments: [] },
      extras,
    );
    writer.write("model.requested", { callId, turn: 1 }, extras);
    writer.write("assistant.started", { messageId }, extras);
    let text = "";
    for (let index = 0; index < deltasPerMessage; index += 1) {
      const part = Math.floor((index * partsPerMessage) / deltasPerMessage);
      const delta = `some words ${index} `;
      text += delta;
      writer.write(
        "assistant.delta",
        { messageId, part, delta, channel: "text" },
        extras,
      );
    }
    writer.write(
      "assistant.completed",
      { messageId, text, stopReason: "stop" },
      extras,
    );
    const cost = { usage: NO_USAGE, costUsd: 0, durationMs: 1 };
    writer.write(
      "model.responded",
      {
        ...cost,
        callId,
        turn: 1,
        model: MODEL,
        stopReason: "stop",
        firstTokenMs: 1,
      },
      extras,
    );
    writer.write("run.completed", { ...cost, messageId, turns: 1 }, extras);
  }
  return writer.events;
}
