/**
 * The writing side of one session: decides a command over the state, appends, and waits until it is durable. A failed
 * commit is a crash of this session only; the next command finds it as the store has it.
 */
import type {
  Actor,
  Approval,
  JsonObject,
  JsonValue,
  Run,
} from "@agent-studio/shared";
import { argumentsProblem, digestOfArgs } from "../agent/early-end.ts";
import type {
  EventLog,
  NewEvent,
  SessionHeader,
  StoredEvent,
} from "../events/event-store.ts";
import { createRedactor, type Redactor } from "../security/redact-and-limit.ts";
import type { TextRedactor } from "../security/text-redactor.ts";
import type { ArgumentsProblem } from "../tools/arguments-validator.ts";
import { decideCallPolicy } from "../tools/decide-tool-policy.ts";
import type { RunSubject } from "./create-run.ts";
import { decide } from "./decide.ts";
import type { Command, Decision } from "./decision.ts";
import { HarnessError } from "./harness-error.ts";
import { recoveryOf, type Recovery } from "./recover.ts";
import { isUnchanged, readRunRecords, toolChangeOf } from "./run-records.ts";
import { needsSecrets } from "../models/model-connection-store.ts";
import type { SessionDeps } from "./session-deps.ts";
import { SessionLog, type Folded } from "./session-log.ts";
import { WatchedReader } from "./watched-reader.ts";

const AGAINST_POLICY =
  "A policy does not allow these arguments. Change them or deny the call.";

export interface HarnessSessionParts {
  readonly header: SessionHeader;
  readonly log: EventLog;
  readonly subject: RunSubject;
  /** What the log's events fold to; that of an empty log by default. */
  readonly folded?: Folded;
  /** How large they are; 0 by default. */
  readonly bytes?: number;
}

/** What the session does around its log. */
export interface SessionCoreHooks {
  /** Lets the active run go; resolves when it is over. */
  readonly onCrash: () => Promise<void>;
  /** The log is there again: writes what the session needs. */
  readonly onRecovered: () => Promise<void>;
  /** Called before a command's events: what a run still holds back comes first. */
  readonly beforeAppend: () => void;
}

/** A decision that is no refusal. */
export type AcceptedDecision = Exclude<Decision, { kind: "refuse" }>;

export interface CarryOutOptions {
  /** Sealed with the first event. */
  readonly sealed?: unknown;
  /** Called when the events are appended, before they are durable. */
  readonly onAppended?: () => void;
}

/** What the log of one session may hold before it takes no new message: far more than a person reads. */
const LOG_EVENTS_LIMIT = 1_000_000;
const LOG_BYTES_LIMIT = 512 * 1024 * 1024;

function takenElsewhere(): HarnessError {
  return new HarnessError(
    "STORE_UNAVAILABLE",
    "Another server has opened this session. Load the page again.",
  );
}

export type ClosingReason = "deleted" | "shutdown";

export class SessionCore {
  readonly deps: SessionDeps;
  readonly header: SessionHeader;
  readonly subject: RunSubject;
  /** The same object for every watcher, also over a crash. */
  readonly reader: WatchedReader;
  readonly #redactor: Redactor;
  readonly #hooks: SessionCoreHooks;
  #eventLog: EventLog;
  #log: SessionLog;
  /** Resolves when what ran at the crash has been let go. */
  #crashed: Promise<void> | undefined;
  #recovering: Promise<void> | undefined;
  #closing: ClosingReason | undefined;
  readonly #shut = new AbortController();
  #appendedBefore = 0;
  #bytesBefore: number;

  constructor(
    deps: SessionDeps,
    parts: HarnessSessionParts,
    hooks: SessionCoreHooks,
  ) {
    this.deps = deps;
    this.header = parts.header;
    this.subject = parts.subject;
    this.#hooks = hooks;
    this.#redactor = createRedactor({ secrets: () => this.#secrets() });
    this.#eventLog = parts.log;
    this.#bytesBefore = parts.bytes ?? 0;
    this.reader = new WatchedReader(parts.log.reader);
    this.#log = this.#openLog(parts.log, parts.folded);
  }

  get sessionId(): string {
    return this.header.sessionId;
  }

  get log(): SessionLog {
    return this.#log;
  }

  /** Events appended since the session was opened. */
  get appended(): number {
    return this.#appendedBefore + this.#log.appended;
  }

  /** An approval as it was last appended. */
  approval(approvalId: string): Approval | undefined {
    return this.#log.head.approvals.find(
      (candidate) => candidate.approvalId === approvalId,
    );
  }

  /** A run as it was last appended; `RUN_NOT_FOUND` for an unknown one. */
  run(runId: string): Run {
    const run = this.#log.head.runs.find((other) => other.runId === runId);
    if (run === undefined)
      throw new HarnessError("RUN_NOT_FOUND", "There is no such run.");
    return run;
  }

  /** The decision on a command, on everything that was appended. Throws when the session is closing. */
  decide(command: Command, actor: Actor): Decision {
    this.assertOpen();
    return decide(this.#log.head, command, {
      actor,
      digest: digestOfArgs,
      argumentsProblem: (toolName, args) =>
        this.#argumentsProblem(toolName, args),
      redact: (args) => this.redact(args, Number.POSITIVE_INFINITY),
      isKeyMissing: this.isKeyMissing(),
      isFull: this.#isFull(),
      isViewerFull: this.deps.isViewerFull(this.header.viewerId),
    });
  }

  /** Throws the refusal once what it was decided on is durable: nobody is told of what may still be lost. */
  async refuse({
    error,
  }: Extract<Decision, { kind: "refuse" }>): Promise<never> {
    await this.settle();
    throw error;
  }

  /** Decides, appends and waits until it is durable; throws the refusal. */
  async carryOut(
    command: Command,
    actor: Actor,
    { sealed, onAppended }: CarryOutOptions = {},
  ): Promise<AcceptedDecision> {
    await this.recoverIfCrashed();
    const decision = this.decide(command, actor);
    if (decision.kind === "refuse") return this.refuse(decision);
    if (decision.kind === "append") {
      const [first, ...others] = decision.events;
      const events =
        first === undefined || sealed === undefined
          ? decision.events
          : [this.redactSealed({ ...first, sealed }), ...others];
      this.append(events);
      onAppended?.();
    }
    await this.settle();
    return decision;
  }

  append(events: readonly NewEvent[]): readonly StoredEvent[] {
    if (events.length > 0) this.#hooks.beforeAppend();
    return this.#log.append(events);
  }

  /** Appends and waits until it is durable. */
  async commit(events: readonly NewEvent[]): Promise<void> {
    this.append(events);
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

  /** The event with the known secrets taken out of what is sealed with it. */
  redactSealed(event: NewEvent): NewEvent {
    return event.sealed === undefined
      ? event
      : { ...event, sealed: this.#redactor.redactKnown(event.sealed) };
  }

  /** A redactor for one streamed text. */
  textRedactor(): TextRedactor {
    return this.#redactor.createTextRedactor();
  }

  /** Call when secrets were dropped: nothing made from them stays in memory. */
  forgetSecrets(): void {
    this.#redactor.refresh();
  }

  /** The next command after a crash finds the session as the store has it; commands that come together recover it once. */
  async recoverIfCrashed(): Promise<void> {
    while (this.#crashed !== undefined) {
      // Two owners that take a log from each other would each go on from what they know.
      if (this.#log.isTaken) throw takenElsewhere();
      this.#recovering ??= this.#recover(this.#crashed).finally(() => {
        this.#recovering = undefined;
      });
      await this.#recovering;
    }
  }

  /** Whether the model needs a key, or headers, that went with the process that had them. */
  isKeyMissing(): boolean {
    const { model } = this.#log.head;
    if (model === null || !needsSecrets(model)) return false;
    return this.deps.connections.resolve(this.sessionId) === undefined;
  }

  /** From here on no command is taken. */
  shut(reason: ClosingReason): void {
    this.#closing ??= reason;
    this.#shut.abort();
  }

  /** Aborted when the session is closing. */
  get closing(): AbortSignal {
    return this.#shut.signal;
  }

  /** `SESSION_NOT_FOUND` or `SHUTTING_DOWN` when the session is closing. */
  assertOpen(): void {
    const error = this.closingError;
    if (error !== undefined) throw error;
  }

  /** What commands get once the session is closing. */
  get closingError(): HarnessError | undefined {
    if (this.#closing === undefined) return undefined;
    return this.#closing === "deleted"
      ? new HarnessError("SESSION_NOT_FOUND", "There is no such session.")
      : new HarnessError(
          "SHUTTING_DOWN",
          "The server is shutting down. Try again when it is back.",
        );
  }

  /** Gives the log back; its events stay readable. */
  async close(): Promise<void> {
    this.deps.connections.clear(this.sessionId);
    await this.#eventLog.close();
  }

  async #recover(letGo: Promise<void>): Promise<void> {
    await letGo;
    try {
      this.#bytesBefore += this.#eventLog.appendedBytes;
      this.#eventLog = await this.deps.store.open(this.sessionId);
    } catch {
      throw new HarnessError(
        "STORE_UNAVAILABLE",
        "The session's log is not available. Try again in a moment.",
      );
    }
    // The older handle is done by now, so this is all that was committed of it.
    const { visible } = this.#log;
    this.#appendedBefore += this.#log.appended;
    this.#log = this.#openLog(this.#eventLog, visible);
    this.#crashed = undefined;
    await this.#hooks.onRecovered();
  }

  /**
   * Writes what the session needs before it goes on, if anything, after a restart or a lost log; gives what becomes of
   * its run.
   */
  async recover(): Promise<
    Pick<Recovery, "next"> & { readonly runId: string | null }
  > {
    const { state, trace } = this.#log.visible;
    const { lab } = this.subject;
    const runId = state.activeRunId;
    const records =
      runId === null
        ? undefined
        : readRunRecords(await this.#log.sealed(), runId);
    const { events, next } = recoveryOf(state, trace, {
      canWait: this.deps.store.outlivesProcess && records !== undefined,
      isUnchanged: (approval) =>
        records !== undefined && isUnchanged(approval, records, lab),
      toolChange: (approval) => records && toolChangeOf(approval, records, lab),
      now: this.deps.wallClock(),
    });
    await this.commit(events.map((event) => this.redactSealed(event)));
    return { next, runId };
  }

  #openLog(
    log: EventLog,
    folded?: ConstructorParameters<typeof SessionLog>[1],
  ): SessionLog {
    const onLost = (): void => {
      this.#crashed ??= this.#hooks.onCrash();
    };
    const { now } = this.deps;
    return new SessionLog(
      { log, sessionId: this.sessionId, now, onLost },
      folded,
    );
  }

  /** What the log holds, as it is sent. */
  get logBytes(): number {
    return this.#bytesBefore + this.#eventLog.appendedBytes;
  }

  #isFull(): boolean {
    return (
      this.logBytes >= LOG_BYTES_LIMIT ||
      this.#log.head.sequence >= LOG_EVENTS_LIMIT
    );
  }

  #secrets(): readonly string[] {
    return this.deps.connections.secrets(this.sessionId);
  }

  #argumentsProblem(
    toolName: string,
    args: JsonObject,
  ): ArgumentsProblem | undefined {
    const { lab, validate } = this.subject;
    const unfit = argumentsProblem(args);
    if (unfit !== undefined) return { sentence: unfit, issues: [] };
    const invalid = validate(toolName, args);
    if (invalid !== undefined) return invalid;
    const tool = lab.tools.find((candidate) => candidate.name === toolName);
    return decideCallPolicy(tool, args, lab) === "deny"
      ? { sentence: AGAINST_POLICY, issues: [] }
      : undefined;
  }
}
