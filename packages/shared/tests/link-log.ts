/** A run with one asked call that saves a file, and a second model call that answers. */
import {
  aConnection,
  anApproval,
  anArtifact,
  createEventWriter,
} from "../src/testing/index.ts";
import {
  answerModel,
  callModel,
  MODEL,
  OF_RUN,
  RUN,
  TOTALS,
  VIEWER,
} from "./run-log.ts";

const TOOL = { toolCallId: "call_save", toolName: "save_report_draft" };

function writeLog() {
  const writer = createEventWriter();
  const say = (messageId: string, stopReason: "tool_use" | "stop") => {
    writer.write("assistant.started", { messageId }, OF_RUN);
    const text = "Hi";
    writer.write(
      "assistant.completed",
      { messageId, text, stopReason },
      OF_RUN,
    );
  };
  writer.write("session.started", { labId: "ads-report", title: "Ads" });
  writer.write("model.configured", { connection: aConnection() });
  writer.write("run.started", { messageId: "msg_user", model: MODEL }, OF_RUN);
  const question = { messageId: "msg_user", text: "Save", attachments: [] };
  writer.write("user.message", question, OF_RUN);
  callModel(writer);
  say("msg_1", "tool_use");
  answerModel(writer, "tool_use");
  writer.write(
    "tool.requested",
    {
      ...TOOL,
      messageId: "msg_1",
      part: 1,
      args: {},
      effect: "write",
      policy: "ask",
    },
    OF_RUN,
  );
  const { toolCallId } = TOOL;
  const approvalId = "ap_1";
  const approval = anApproval({ approvalId, toolCallId, runId: RUN });
  writer.write("approval.required", { approval }, OF_RUN);
  writer.write(
    "approval.resolved",
    { approvalId, toolCallId, status: "approved" },
    { ...OF_RUN, actor: VIEWER },
  );
  writer.write("tool.started", TOOL, OF_RUN);
  writer.write(
    "artifact.saved",
    { artifact: anArtifact(), toolCallId },
    OF_RUN,
  );
  const result = { text: "Saved" };
  writer.write("tool.completed", { ...TOOL, result, durationMs: 3 }, OF_RUN);
  callModel(writer, 2);
  say("msg_2", "stop");
  answerModel(writer, "stop", 2);
  writer.write("run.completed", { messageId: "msg_2", ...TOTALS }, OF_RUN);
  return writer.events;
}

export const RUN_LOG = writeLog();
