/**
 * The writing side of one session: decides a command over the state, appends, and waits until it is durable. A failed
 * commit is a crash of this session only; the next command finds it as the store has it.
 */
import type {
  Actor,
  Approval,
  EventInput,
  JsonObject,
  JsonValue,
  SessionState,
} from "@agent-studio/shared";
import { selectRun } from "@agent-studio/shared";
import { argumentsProblem, digestOfArgs } from "../agent/early-end.ts";
import type {
  EventLog,
  NewEvent,
  SessionHeader,
  StoredEvent,
} from "../events/event-store.ts";
import { createRedactor, type Redactor } from "../security/redact-and-limit.ts";
import {
  createTextRedactor,
  type TextRedactor,
} from "../security/text-redactor.ts";
import { decideCallPolicy } from "../tools/decide-tool-policy.ts";
import type { RunSubject } from "./create-run.ts";
import { decide } from "./decide.ts";
import type { Command, Decision } from "./decision.ts";
import { HarnessError } from "./harness-error.ts";
import { findOpenModelCall, recover } from "./recover.ts";
import type { HarnessDeps } from "./session-deps.ts";
import { SessionLog } from "./session-log.ts";
import { WatchedReader } from "./watched-reader.ts";

export interface HarnessSessionParts {
  readonly header: SessionHeader;
  readonly log: EventLog;
  readonly subject: RunSubject;
}

/** A decision that is no refusal. */
export type AcceptedDecision = Exclude<Decision, { kind: "refuse" }>;

export class SessionCore {
  readonly deps: HarnessDeps;
  readonly header: SessionHeader;
  readonly subject: RunSubject;
  readonly #redactor: Redactor;
  readonly #onCrash: () => Promise<void>;
  #eventLog: EventLog;
  #reader: WatchedReader;
  #log: SessionLog;
  #crashed: Promise<void> | undefined;

  /** `onCrash` lets the active run go and resolves when it is over. */
  constructor(
    deps: HarnessDeps,
    parts: HarnessSessionParts,
    onCrash: () => Promise<void>,
  ) {
    this.deps = deps;
    this.header = parts.header;
    this.subject = parts.subject;
    this.#onCrash = onCrash;
    this.#redactor = createRedactor({ secrets: () => this.#secrets() });
    this.#eventLog = parts.log;
    this.#reader = new WatchedReader(parts.log.reader);
    this.#log = this.#openLog(parts.log);
  }

  get sessionId(): string {
    return this.header.sessionId;
  }

  get log(): SessionLog {
    return this.#log;
  }

  get reader(): WatchedReader {
    return this.#reader;
  }

  /** An approval as it was last appended. */
  approval(approvalId: string): Approval | undefined {
    return this.#log.head.approvals.find(
      (candidate) => candidate.approvalId === approvalId,
    );
  }

  /** The decision on a command, on everything that was appended; throws the refusal. */
  decide(command: Command, actor: Actor): AcceptedDecision {
    const decision = decide(this.#log.head, command, {
      actor,
      digest: digestOfArgs,
      argumentsProblem: (toolName, args) =>
        this.#argumentsProblem(toolName, args),
      redact: (args) => this.redact(args, Number.POSITIVE_INFINITY),
    });
    if (decision.kind === "refuse") throw decision.error;
    return decision;
  }

  /** Decides, appends and waits until it is durable. */
  async carryOut(command: Command, actor: Actor): Promise<AcceptedDecision> {
    await this.recoverIfCrashed();
    const decision = this.decide(command, actor);
    await this.commit(decision.kind === "append" ? decision.events : []);
    return decision;
  }

  append(events: readonly NewEvent[]): readonly StoredEvent[] {
    return this.#log.append(events);
  }

  /** Appends and waits until it is durable. */
  async commit(events: readonly EventInput[]): Promise<void> {
    this.#log.append(events);
    await this.settle();
  }

  /** Waits until everything appended is durable; `STORE_UNAVAILABLE` when it is lost. */
  async settle(): Promise<void> {
    try {
      await this.#log.settled();
    } catch {
      throw new HarnessError(
        "STORE_UNAVAILABLE",
        "The session's log could not be written. Try again in a moment.",
      );
    }
  }

  redact(value: unknown, maxBytes?: number): JsonValue {
    return this.#redactor.redactAndLimit(
      value,
      maxBytes === undefined ? {} : { maxBytes },
    );
  }

  redactText(text: string): string {
    return this.#redactor.redactText(text);
  }

  /** A redactor for one streamed text. */
  textRedactor(): TextRedactor {
    return createTextRedactor({ secrets: () => this.#secrets() });
  }

  /** The next command after a crash finds the session as the store has it. */
  async recoverIfCrashed(): Promise<void> {
    if (this.#crashed === undefined) return;
    await this.#crashed;
    const { visible } = this.#log;
    try {
      this.#eventLog = await this.deps.store.open(this.sessionId);
    } catch {
      throw new HarnessError(
        "STORE_UNAVAILABLE",
        "The session's log is not available. Try again in a moment.",
      );
    }
    this.#reader = new WatchedReader(this.#eventLog.reader);
    this.#log = this.#openLog(this.#eventLog, visible);
    this.#crashed = undefined;
    await this.commit(this.#recovery(visible.state));
  }

  /** Gives the log back; its events stay readable. */
  async close(): Promise<void> {
    this.deps.connections.clear(this.sessionId);
    await this.#eventLog.close();
  }

  #recovery(state: SessionState): readonly EventInput[] {
    const active =
      state.activeRunId === null
        ? undefined
        : selectRun(this.#log.visible.trace, state.activeRunId);
    const openModelCall =
      active === undefined
        ? undefined
        : findOpenModelCall(active.run, active.steps);
    const now = this.deps.wallClock();
    return recover(state, { openModelCall, canWait: false, now }).events;
  }

  #openLog(
    log: EventLog,
    folded?: ConstructorParameters<typeof SessionLog>[1],
  ): SessionLog {
    const onLost = (): void => {
      this.#crashed ??= this.#onCrash();
    };
    const { now } = this.deps;
    return new SessionLog(
      { log, sessionId: this.sessionId, now, onLost },
      folded,
    );
  }

  #secrets(): readonly string[] {
    return this.deps.connections.secrets(this.sessionId);
  }

  #argumentsProblem(toolName: string, args: JsonObject): string | undefined {
    const { lab, validate } = this.subject;
    const invalid = argumentsProblem(args) ?? validate(toolName, args);
    if (invalid !== undefined) return invalid;
    const tool = lab.tools.find((candidate) => candidate.name === toolName);
    return decideCallPolicy(tool, args, lab) === "deny"
      ? "A policy does not allow these arguments. Change them or deny the call."
      : undefined;
  }
}
