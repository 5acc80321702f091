/**
 * All calls of one run: which were requested, where they stand and what the model reads of them. Whatever cannot run
 * ends in the batch that requests it; the rest goes through `guardTool`, each call on its own.
 */
import type { JsonObject, ToolEffect, ToolPolicy } from "@agent-studio/shared";
import type { NewEvent } from "../events/event-store.ts";
import { deepFreeze } from "../security/canonical-json.ts";
import type { SkillEntry } from "../skills/skill-catalog.ts";
import type { ArgumentsValidator } from "../tools/arguments-validator.ts";
import {
  decideCallPolicy,
  decideToolPolicy,
  type PolicyRules,
} from "../tools/decide-tool-policy.ts";
import type { ToolDefinition } from "../tools/define-tool.ts";
import type { ToolReply } from "./agent-session.ts";
import type { GatedCall } from "./gated-call.ts";
import {
  ARGS_LIMIT_BYTES,
  classifyCall,
  endEarly,
  redactedName,
  UNKNOWN_TOOL,
  type CallPart,
  type EarlyEnd,
} from "./early-end.ts";
import { cancelCall, denyCall, failCall, replyOf } from "./end-call.ts";
import type { GuardDeps } from "./guard-deps.ts";
import { guardTool } from "./guard-tool.ts";
import { RepeatedCalls } from "./repeated-calls.ts";
import type { RestoredCalls } from "./restored-calls.ts";
import { failureReply } from "./tool-reply.ts";

const LOST: ToolReply = {
  text: "STORE_UNAVAILABLE: The session's log is not available.",
  isError: true,
};
const GATE_FAILED =
  "The call could not be carried through. Its outcome is unknown: it may have had its effect.";

export interface ToolGateDeps extends GuardDeps {
  readonly tools: readonly ToolDefinition[];
  readonly rules: PolicyRules;
  readonly validate: ArgumentsValidator;
  readonly skillEntries: readonly SkillEntry[];
}

const NOTHING_RESTORED: RestoredCalls = {
  replies: new Map(),
  approvals: new Map(),
};

export class ToolGate {
  readonly #deps: ToolGateDeps;
  readonly #tools: ReadonlyMap<string, ToolDefinition>;
  readonly #calls = new Map<string, GatedCall>();
  readonly #replies = new Map<string, ToolReply>();
  readonly #passing = new Map<string, Promise<ToolReply>>();
  readonly #repeated = new RepeatedCalls();
  #lastTurn = 0;
  #restored = NOTHING_RESTORED;

  constructor(deps: ToolGateDeps) {
    this.#deps = deps;
    this.#tools = new Map(deps.tools.map((tool) => [tool.name, tool]));
  }

  /** Whether identical calls have gone on for so long that the run must end. */
  get exhausted(): boolean {
    return this.#repeated.exhausted;
  }

  /** The last turn in which calls were requested; 0 when there was none. */
  get lastRequestedTurn(): number {
    return this.#lastTurn;
  }

  /** Calls that have not ended. */
  get openCalls(): number {
    return this.#open().length;
  }

  /** Whether everything that is open waits for a person. */
  get waitsOnlyForPeople(): boolean {
    const open = this.#open();
    return open.length > 0 && open.every((call) => call.state === "waiting");
  }

  /** Events that request the calls of one finished message, and end at once what cannot run. Append them as one batch. */
  request(
    calls: readonly CallPart[],
    messageId: string,
    turn: number,
  ): readonly NewEvent[] {
    this.#repeated.nextTurn();
    this.#lastTurn = turn;
    const requested: NewEvent[] = [];
    const skills: NewEvent[] = [];
    const ends: NewEvent[] = [];
    for (const part of calls) {
      const tool = this.#tools.get(part.toolName);
      requested.push(this.#requested(part, tool, messageId));
      const early = classifyCall(part, tool, {
        ...this.#deps,
        repeated: this.#repeated,
      });
      const skill =
        tool && this.#deps.skills.requested(part.toolName, part.args);
      if (skill !== undefined) {
        skills.push({
          type: "skill.requested",
          runId: this.#deps.port.runId,
          payload: { name: skill, toolCallId: part.toolCallId },
        });
      }
      if (early === undefined && tool !== undefined)
        this.#admit(part, tool, turn, skill);
      else ends.push(this.#endEarly(part, early ?? UNKNOWN_TOOL));
    }
    return [...requested, ...skills, ...ends];
  }

  /** Call before a resumed run goes through its recorded messages again. */
  restore(calls: RestoredCalls): void {
    this.#restored = calls;
  }

  /** Takes the calls of a recorded message as they stand in the log, which has their events already. */
  replay(calls: readonly CallPart[], turn: number): void {
    this.request(calls, "", turn);
    for (const { toolCallId } of calls) {
      const reply = this.#restored.replies.get(toolCallId);
      if (reply === undefined) continue;
      this.#replies.set(toolCallId, reply);
      this.#calls.delete(toolCallId);
    }
  }

  /** Takes a requested call through the gate, once; asking again gives the same answer. Never rejects. */
  async execute(toolCallId: string): Promise<ToolReply> {
    const ended = this.#replies.get(toolCallId);
    if (ended !== undefined) return ended;
    const call = this.#calls.get(toolCallId);
    if (call === undefined)
      return failureReply("TOOL_UNKNOWN", "There is no such call.");
    const passing = this.#passing.get(toolCallId) ?? this.#pass(call);
    this.#passing.set(toolCallId, passing);
    return passing;
  }

  /** Fails closed: whatever goes wrong at the gate, the call ends and says so. */
  async #pass(call: GatedCall): Promise<ToolReply> {
    try {
      return await guardTool(call, this.#deps);
    } catch (error) {
      if (await this.#isLogLost()) return LOST;
      this.#deps.onDefect(error);
      if (call.state === "running")
        failCall(call, this.#deps, "TOOL_FAILED", GATE_FAILED);
      else cancelCall(call, this.#deps);
      return replyOf(call);
    }
  }

  async #isLogLost(): Promise<boolean> {
    try {
      await this.#deps.port.settled();
      return false;
    } catch {
      return true;
    }
  }

  /** The recorded result of a call that has ended. */
  replyOf(toolCallId: string): ToolReply | undefined {
    return this.#replies.get(toolCallId) ?? this.#calls.get(toolCallId)?.reply;
  }

  /** The agent loop will not execute this call, whatever its reason; it must end all the same. */
  refuse(toolCallId: string): void {
    const call = this.#calls.get(toolCallId);
    if (
      call === undefined ||
      this.#passing.has(toolCallId) ||
      call.state !== "requested"
    )
      return;
    if (this.#deps.stop.reason !== undefined)
      denyCall(call, this.#deps, "cancelled");
    else
      failCall(
        call,
        this.#deps,
        "TOOL_ARGUMENTS_INVALID",
        "The arguments do not fit the tool. Write the call again.",
      );
  }

  /** Ends whatever is still open when the run ends; started calls have an unknown outcome. */
  close(): void {
    for (const call of this.#open()) {
      if (call.state === "running") {
        const code =
          this.#deps.stop.reason === "timeout"
            ? "RUN_TIMEOUT"
            : "UNKNOWN_OUTCOME";
        failCall(
          call,
          this.#deps,
          code,
          "The call had started and did not return in time. Its outcome is unknown: it may have had its effect.",
        );
      } else {
        cancelCall(call, this.#deps);
      }
    }
  }

  #open(): GatedCall[] {
    return [...this.#calls.values()].filter((call) => call.state !== "ended");
  }

  #requested(
    part: CallPart,
    tool: ToolDefinition | undefined,
    messageId: string,
  ): NewEvent {
    const effect: ToolEffect = tool?.effect ?? "read";
    const policy: ToolPolicy = decideToolPolicy(tool, this.#deps.rules);
    const { toolCallId, toolName } = part;
    return {
      type: "tool.requested",
      runId: this.#deps.port.runId,
      payload: {
        toolCallId,
        messageId,
        part: part.part,
        toolName: redactedName(toolName, this.#deps.port),
        args: this.#deps.port.redact(part.args, ARGS_LIMIT_BYTES),
        effect,
        policy,
      },
    };
  }

  #admit(
    part: CallPart,
    tool: ToolDefinition,
    turn: number,
    skill: string | undefined,
  ): void {
    const restored = this.#restored.approvals.get(part.toolCallId);
    const args = deepFreeze<JsonObject>(restored?.args ?? part.args);
    this.#calls.set(part.toolCallId, {
      toolCallId: part.toolCallId,
      toolName: tool.name,
      turn,
      args,
      tool,
      policy: decideCallPolicy(tool, args, this.#deps.rules),
      skill,
      fence: new AbortController(),
      state: "requested",
      ...(restored === undefined
        ? {}
        : { restored, approvalId: restored.approvalId }),
    });
  }

  #endEarly(part: CallPart, early: EarlyEnd): NewEvent {
    const { reply, event } = endEarly(part, early, this.#deps.port);
    this.#replies.set(part.toolCallId, reply);
    return event;
  }
}
