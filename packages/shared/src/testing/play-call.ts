import type { Risk, ToolPolicy } from "../tool.ts";
import { anApproval, anArtifact } from "./an-event.ts";
import { denyCall } from "./deny-call.ts";
import type { CallStory, RunStory } from "./story.ts";

const VIEWER = { kind: "viewer", id: "viw_0000000000000000" } as const;

/** What happens to one call next. Where nothing is chosen it goes straight on to its end. */
export function playStep(run: RunStory, call: CallStory): void {
  switch (call.phase) {
    case "requested":
      playRequested(run, call);
      break;
    case "asked":
      playAnswer(run, call);
      break;
    case "approved":
      startCall(run, call);
      break;
    case "started":
      playStarted(run, call);
      break;
    case "over":
  }
}

function playRequested(run: RunStory, call: CallStory): void {
  const { choices, writer } = run.session;
  const { toolCallId, tool } = call;
  const names = { toolCallId, toolName: tool.toolName };
  const extras = { runId: run.runId };
  if (tool.isUnknown)
    denyCall(run, call, { code: "TOOL_UNKNOWN", reason: "unknown_tool" });
  else if (choices.seldom(9)) {
    const payload = {
      code: "TOOL_ARGUMENTS_INVALID",
      message: "path is missing",
      durationMs: 0,
    } as const;
    writer.write("tool.failed", { ...names, ...payload }, extras);
    call.phase = "over";
  } else if (tool.policy === "deny")
    denyCall(run, call, { code: "TOOL_DENIED", reason: "policy" });
  else if (choices.seldom(12))
    denyCall(run, call, { code: "REPEATED_TOOL_CALL", reason: "policy" });
  else {
    if (tool.toolName === "read" && choices.seldom(2)) {
      call.skill = choices.one(["ads-analysis", "__proto__"]);
      writer.write("skill.requested", { name: call.skill, toolCallId }, extras);
    }
    // A rule on the arguments may be stricter than the tool.
    const policy =
      tool.policy === "allow" && choices.seldom(8) ? "ask" : tool.policy;
    if (policy === "allow") startCall(run, call);
    else ask(run, call, policy);
  }
}

function ask(run: RunStory, call: CallStory, policy: ToolPolicy): void {
  const { choices, writer, trust } = run.session;
  const { toolCallId, tool } = call;
  const { runId } = run;
  call.approvalId = writer.id("ap");
  call.phase = "asked";
  const approval = anApproval({
    approvalId: call.approvalId,
    sessionId: writer.sessionId,
    runId,
    toolCallId,
    toolName: tool.toolName,
    policy,
    risk: choices.one<Risk>(["low", "high"]),
    requestedAt: writer.now(),
  });
  writer.write("approval.required", { approval }, { runId });
  if (!trust || policy !== "ask") return;
  const payload = {
    approvalId: call.approvalId,
    toolCallId,
    status: "approved",
  } as const;
  writer.write("approval.resolved", payload, {
    runId,
    actor: { kind: "trust" },
  });
  call.phase = "approved";
}

function playAnswer(run: RunStory, call: CallStory): void {
  const { choices, writer } = run.session;
  const { approvalId, toolCallId } = call;
  if (approvalId === null) return;
  writer.now(60_000);
  const answer = choices.one([
    "approved",
    "approved",
    "denied",
    "expired",
    "invalidated",
  ]);
  const isDecision = answer === "approved" || answer === "denied";
  const edited =
    answer === "approved" && choices.seldom(3)
      ? { editedArgs: { body: "mine" } }
      : {};
  const reason =
    answer === "denied" && choices.seldom(2) ? { reason: "not now" } : {};
  writer.write(
    "approval.resolved",
    { approvalId, toolCallId, status: answer, ...edited, ...reason },
    { runId: run.runId, actor: isDecision ? VIEWER : { kind: "system" } },
  );
  if (answer === "approved") call.phase = "approved";
  else
    denyCall(run, call, {
      code: "TOOL_DENIED",
      reason: answer === "denied" ? "user" : answer,
    });
}

function startCall(run: RunStory, call: CallStory): void {
  const { writer } = run.session;
  if (run.needsResume)
    writer.write("run.resumed", { reason: "restart" }, { runId: run.runId });
  run.needsResume = false;
  writer.write(
    "tool.started",
    { toolCallId: call.toolCallId, toolName: call.tool.toolName },
    { runId: run.runId },
  );
  call.phase = "started";
}

function playStarted(run: RunStory, call: CallStory): void {
  const { choices, writer } = run.session;
  const { toolCallId, tool } = call;
  const names = { toolCallId, toolName: tool.toolName };
  const extras = { runId: run.runId };
  switch (
    choices.one(["complete", "complete", "fail", "progress", "save", "update"])
  ) {
    case "complete":
      writer.write(
        "tool.completed",
        {
          ...names,
          result: { text: "done", details: { rows: 1 } },
          durationMs: 5,
        },
        extras,
      );
      call.phase = "over";
      if (call.skill !== null)
        writer.write(
          "skill.loaded",
          { name: call.skill, toolCallId, characters: 40 },
          extras,
        );
      break;
    case "fail": {
      const code = choices.one([
        "TOOL_FAILED",
        "PATH_OUTSIDE_WORKSPACE",
        "TOOL_ARGUMENTS_INVALID",
      ]);
      writer.write(
        "tool.failed",
        { ...names, code, message: "It failed.", durationMs: 5 },
        extras,
      );
      call.phase = "over";
      break;
    }
    case "progress":
      writer.write(
        "tool.progressed",
        {
          ...names,
          message: "half",
          ...(choices.seldom(2) ? { fraction: 0.5 } : {}),
        },
        extras,
      );
      break;
    case "save": {
      const artifact = anArtifact({
        name: choices.one(["report.md", "notes.md"]),
        updatedAt: writer.now(),
      });
      writer.write("artifact.saved", { artifact, toolCallId }, extras);
      break;
    }
    case "update": {
      const value = choices.seldom(3) ? null : { n: choices.below(9) };
      writer.write(
        "lab.updated",
        {
          collection: "notes",
          id: choices.one(["1", "2"]),
          value,
          cause: { toolCallId },
        },
        extras,
      );
      break;
    }
  }
}
