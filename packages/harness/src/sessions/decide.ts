/**
 * Commands are decided by a pure function over the session's state: `decide(state, command, facts)` gives the events
 * to append, an answer that needs none, or a refusal. It never waits and changes nothing.
 */
import type {
  EventInput,
  RedactedConnection,
  Run,
  SessionState,
} from "@agent-studio/shared";
import { needsSecrets } from "../models/model-connection-store.ts";
import { canonicalJson } from "../security/canonical-json.ts";
import { decideAttachment } from "./decide-attachment.ts";
import { decideApprove, decideDeny, decideExpire } from "./decide-approval.ts";
import { decideMessage } from "./decide-message.ts";
import {
  refuse,
  type Command,
  type Decision,
  type DecisionFacts,
} from "./decision.ts";

/** Decides one command. Total: every command on every state has one answer. */
export function decide(
  state: SessionState,
  command: Command,
  facts: DecisionFacts,
): Decision {
  if (state.closed === "deleted")
    return refuse("SESSION_NOT_FOUND", "There is no such session.");
  switch (command.type) {
    case "send_message":
      return decideMessage(state, command, facts);
    case "cancel_run":
      return decideCancel(state, command.runId);
    case "approve":
      return decideApprove(state, command, facts);
    case "deny":
      return decideDeny(state, command, facts);
    case "expire":
      return decideExpire(state, command.approvalId);
    case "update":
      return decideUpdate(state, command, facts);
    case "add_attachment":
    case "settle_attachment":
    case "drop_attachment":
    case "remove_attachment":
      return decideAttachment(state, command, facts);
    case "configure_model":
      return isMissingKey(state, command.connection, facts)
        ? { kind: "append", events: [configured(command.connection, facts)] }
        : decideModel(state, configured(command.connection, facts));
    case "clear_model":
      return state.model === null && state.activeRunId === null
        ? { kind: "unchanged" }
        : decideModel(state, {
            type: "model.cleared",
            actor: facts.actor,
            payload: {},
          });
  }
}

function decideCancel(state: SessionState, runId: string): Decision {
  const run = state.runs.find((candidate) => candidate.runId === runId);
  if (run === undefined)
    return refuse("RUN_NOT_FOUND", "There is no such run in this session.");
  return isOver(run) ? { kind: "unchanged" } : { kind: "append", events: [] };
}

/** Whether a run has ended. */
export function isOver(run: Run): boolean {
  return (
    run.status === "completed" ||
    run.status === "failed" ||
    run.status === "cancelled"
  );
}

function decideUpdate(
  state: SessionState,
  command: Extract<Command, { type: "update" }>,
  facts: DecisionFacts,
): Decision {
  const title =
    command.title === undefined || command.title === state.title
      ? {}
      : { title: command.title };
  const trust =
    command.trust === undefined || command.trust === state.trust
      ? {}
      : { trust: command.trust };
  const payload = { ...title, ...trust };
  if (Object.keys(payload).length === 0) return { kind: "unchanged" };
  return {
    kind: "append",
    events: [{ type: "session.updated", actor: facts.actor, payload }],
  };
}

function configured(
  connection: RedactedConnection,
  { actor }: DecisionFacts,
): EventInput {
  return { type: "model.configured", actor, payload: { connection } };
}

/** The missing key of the same connection may be given while the run only waits for a person. */
function isMissingKey(
  { status, model }: SessionState,
  connection: RedactedConnection,
  { isKeyMissing }: DecisionFacts,
): boolean {
  const misses = model !== null && (isKeyMissing || !model.hasKey);
  return (
    status === "awaiting_approval" &&
    misses &&
    needsSecrets(connection) &&
    withoutKey(model) === withoutKey(connection)
  );
}

/** Everything of a connection but its key, as one text. */
function withoutKey(connection: RedactedConnection): string {
  const { hasKey: _, keyHint: _hint, configuredAt: _at, ...rest } = connection;
  return canonicalJson(rest);
}

function decideModel(state: SessionState, event: EventInput): Decision {
  if (state.activeRunId !== null)
    return refuse(
      "SESSION_BUSY",
      "A run is active. Wait for it to end or stop it, then change the model.",
    );
  return { kind: "append", events: [event] };
}
