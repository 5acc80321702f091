/** What a made-up session remembers while its log is written. */
import type { Attachment } from "../attachment.ts";
import type { ErrorCode } from "../errors.ts";
import type { EventPayload } from "../event.ts";
import type { CancelReason } from "../run.ts";
import type { ToolEffect, ToolPolicy } from "../tool.ts";
import { NO_USAGE } from "../usage.ts";
import type { Usage } from "../usage.ts";
import type { Choices } from "./choices.ts";
import type { EventWriter } from "./event-writer.ts";

export interface SessionStory {
  readonly choices: Choices;
  readonly writer: EventWriter;
  trust: boolean;
  closed: "deleted" | "shutdown" | null;
  attachments: readonly Attachment[];
}

export interface StoryTool {
  readonly toolName: string;
  readonly effect: ToolEffect;
  readonly policy: ToolPolicy;
  readonly isUnknown?: true;
}

export interface CallStory {
  readonly toolCallId: string;
  readonly tool: StoryTool;
  readonly part: number;
  phase: "requested" | "asked" | "approved" | "started" | "over";
  approvalId: string | null;
  skill: string | null;
}

export interface MessageStory {
  readonly messageId: string;
  text: string;
  reasoning: string;
  nextPart: number;
}

export interface RunStory {
  readonly session: SessionStory;
  readonly runId: string;
  turn: number;
  usage: Usage;
  costUsd: number | null;
  /** The open model call. */
  callId: string | null;
  message: MessageStory | null;
  calls: readonly CallStory[];
  /** Whether it was recovered and has not gone on yet. */
  needsResume: boolean;
}

/** A run that has begun and done nothing yet. */
export function createRunStory(session: SessionStory, runId: string): RunStory {
  return {
    session,
    runId,
    turn: 0,
    usage: NO_USAGE,
    costUsd: 0,
    callId: null,
    message: null,
    calls: [],
    needsResume: false,
  };
}

/** Somebody or something ends the run, wherever it is. */
export class RunStopped extends Error {
  readonly by: CancelReason | "crash";
  constructor(by: CancelReason | "crash") {
    super(`The run is stopped by: ${by}`);
    this.by = by;
  }
}

/** The run can't go on by its own. */
export class RunBroken extends Error {
  readonly code: ErrorCode;
  constructor(code: ErrorCode) {
    super(`The run fails: ${code}`);
    this.code = code;
  }
}

/** What every end of a run states. */
export function totalsOf({
  usage,
  costUsd,
  turn,
}: RunStory): Pick<
  EventPayload<"run.cancelled">,
  "usage" | "costUsd" | "durationMs" | "turns"
> {
  return { usage, costUsd, durationMs: 10, turns: turn };
}

/** Calls of the last message that have not ended. */
export function openCalls({ calls }: RunStory): readonly CallStory[] {
  return calls.filter(({ phase }) => phase !== "over");
}
