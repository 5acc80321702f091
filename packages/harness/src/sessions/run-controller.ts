/**
 * One run from its start to its one terminal event. It drives the agent loop, sends every call through the gate,
 * counts time and turns, and stops at every moment. What arrives after its end is dropped.
 */
import type {
  Actor,
  CancelReason,
  RedactedConnection,
} from "@agent-studio/shared";
import type {
  AgentEvent,
  AgentHost,
  AgentSessionFactory,
  AgentSessionPort,
  HistoryEntry,
} from "../agent/agent-session.ts";
import type { RunLimit } from "../agent/run-limit.ts";
import type { RunPort } from "../agent/run-port.ts";
import type { RestoredCalls } from "../agent/restored-calls.ts";
import type { RecordedFigures, RunRecorder } from "../agent/run-recorder.ts";
import { STOP_GRACE_MS } from "../agent/execute-call.ts";
import type { StopSignal } from "../agent/stop-signal.ts";
import type { ToolGate } from "../agent/tool-gate.ts";
import type { ApprovalBroker } from "../approvals/approval-broker.ts";
import type { ModelPart } from "../attachments/model-part.ts";
import type { NewEvent } from "../events/event-store.ts";
import type { Lab } from "./define-lab.ts";
import { failureOf } from "./run-ending.ts";

/** What the loop gets beyond the tools' own grace before the run ends without it, in milliseconds. */
const LOOP_GRACE_MS = 300;

/** What a run that was interrupted by a restart has behind it. */
export interface ResumedRun {
  /** Its messages in the loop's own form. */
  readonly messages: readonly unknown[];
  readonly calls: RestoredCalls;
  readonly figures: RecordedFigures;
  /** How long ago it started, in milliseconds. */
  readonly ranMs: number;
  /** How long it has awaited something other than people, in milliseconds. */
  readonly spentMs: number;
}

/** What a run starts from. */
export interface RunPast {
  /** Everything before it. */
  readonly history: readonly HistoryEntry[];
  /** What was sent with its own prompt. */
  readonly attachments: readonly ModelPart[];
  readonly resumed?: ResumedRun;
}

export interface RunControllerOptions {
  readonly port: RunPort;
  readonly gate: ToolGate;
  readonly recorder: RunRecorder;
  readonly stop: StopSignal;
  readonly limit: RunLimit;
  readonly approvals: ApprovalBroker;
  readonly agents: AgentSessionFactory;
  readonly lab: Lab;
  readonly connection: RedactedConnection;
  /** The lab's own code: it may throw. */
  readonly systemPrompt: () => string;
  readonly maxTurns: number;
  /** Monotonic, in milliseconds. */
  readonly now: () => number;
  /** The ends of calls that are open in the log and that the gate does not know: a resumed run was stopped too early. */
  readonly leftOver: () => readonly NewEvent[];
  /** Told of a defect in the agent loop; for the server's log. */
  readonly onDefect: (error: unknown) => void;
}

export class RunController {
  readonly #options: RunControllerOptions;
  #startedAt: number;
  /** Recorded messages that the loop has not gone through again. */
  #toReplay = 0;
  #agent: AgentSessionPort | undefined;
  #stoppedBy: Actor | undefined;
  #over = false;
  #hasDefect = false;

  constructor(options: RunControllerOptions) {
    this.#options = options;
    this.#startedAt = options.now();
    options.stop.onStop(() => this.#agent?.abort());
  }

  get runId(): string {
    return this.#options.port.runId;
  }

  /** Whether nothing but people's decisions is awaited. */
  get waitsOnlyForPeople(): boolean {
    const { gate, recorder, stop } = this.#options;
    return (
      !this.#over &&
      stop.reason === undefined &&
      !recorder.callsModel &&
      gate.waitsOnlyForPeople
    );
  }

  /** Stops the run; false when it was being stopped or is over. */
  cancel(reason: CancelReason, actor?: Actor): boolean {
    const { stop, approvals, port } = this.#options;
    if (this.#over || stop.reason !== undefined) return false;
    this.#stoppedBy = actor;
    stop.trigger(reason);
    approvals.cancelRun(port.sessionId, this.runId);
    return true;
  }

  /** Looks at what is open: the limit counts unless only people are awaited. */
  onChange(): void {
    if (this.#over) return;
    const { gate, recorder, limit } = this.#options;
    if (!recorder.callsModel && gate.waitsOnlyForPeople) limit.pause();
    else limit.run();
  }

  /** Deltas that are held back become events. */
  flush(): void {
    if (!this.#over) this.#options.recorder.flush();
  }

  /** Runs to the end; resolves when the terminal event is durable. Rejects only when the log is lost. */
  async run(prompt: string, load: () => Promise<RunPast>): Promise<void> {
    const patience = this.#patience();
    this.#options.limit.run();
    try {
      await Promise.race([this.#drive(prompt, load), patience.isOver]);
      this.#finish();
      await this.#options.port.settled();
    } finally {
      this.#over = true;
      patience.clear();
      this.#options.limit.clear();
      this.#disposeOf(this.#agent);
    }
  }

  /** The log is lost: nothing is appended any more, everything that waits is let go. */
  crash(): void {
    this.#over = true;
    this.#options.limit.clear();
    this.#release();
  }

  async #drive(prompt: string, load: () => Promise<RunPast>): Promise<void> {
    try {
      const past = await load();
      if (past.resumed !== undefined) this.#restore(past.resumed);
      this.#agent = await this.#createAgent(past);
      await this.#agent?.prompt(prompt, past.attachments);
    } catch (error) {
      this.#onDefect(error);
    }
  }

  /** What the run has behind it, before it goes through that again. */
  #restore({ calls, figures, messages, ranMs, spentMs }: ResumedRun): void {
    const { gate, recorder, limit } = this.#options;
    limit.add(spentMs);
    gate.restore(calls);
    recorder.restore(figures);
    this.#toReplay = messages.length;
    this.#startedAt -= ranMs;
  }

  /** The agent session, or nothing when the run was stopped before it was there; a late one is disposed of. */
  async #createAgent({
    history,
    resumed,
  }: RunPast): Promise<AgentSessionPort | undefined> {
    const { agents, lab, connection, systemPrompt, port, stop } = this.#options;
    if (stop.reason !== undefined) return undefined;
    const created = agents.create({
      sessionId: port.sessionId,
      connection,
      demoScript: lab.demoScript,
      systemPrompt: systemPrompt(),
      tools: lab.tools,
      history,
      replay: resumed?.messages ?? [],
      host: this.#host(),
    });
    const agent = await Promise.race([created, stop.stopped]);
    if (agent !== undefined && !this.#isStopped()) return agent;
    void created.then(
      (late) => this.#disposeOf(late),
      () => undefined,
    );
    return undefined;
  }

  /** Ends a while after a stop: the loop had its time. */
  #patience(): { readonly isOver: Promise<undefined>; clear(): void } {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    let timer: NodeJS.Timeout | undefined;
    const unsubscribe = this.#options.stop.onStop(() => {
      const patienceMs = STOP_GRACE_MS + LOOP_GRACE_MS;
      timer = setTimeout(() => resolve(undefined), patienceMs);
    });
    return {
      isOver: promise,
      clear: () => {
        unsubscribe();
        clearTimeout(timer);
      },
    };
  }

  #host(): AgentHost {
    const { gate, recorder } = this.#options;
    return {
      onEvent: (event: AgentEvent) => {
        if (this.#over || (this.#isStopped() && goesOn(event))) return;
        try {
          recorder.onEvent(event);
          if (event.type === "replayed") this.#onReplayed();
        } catch (error) {
          this.#onDefect(error);
          this.#agent?.abort();
        }
      },
      executeTool: (toolCallId) => gate.execute(toolCallId),
      replyOf: (toolCallId) => gate.replyOf(toolCallId),
      mayContinue: () =>
        !this.#over &&
        !this.#isStopped() &&
        !this.#hasDefect &&
        !gate.exhausted &&
        recorder.turns < this.#options.maxTurns,
      onDefect: (error) => this.#onDefect(error),
    };
  }

  /** With the last recorded message the log is caught up with: what comes now is new. */
  #onReplayed(): void {
    this.#toReplay -= 1;
    if (this.#toReplay > 0) return;
    const { port } = this.#options;
    const payload = { reason: "restart" } as const;
    port.append([{ type: "run.resumed", runId: port.runId, payload }]);
  }

  /** Asked apart, since the stop can come in every wait. */
  #isStopped(): boolean {
    return this.#options.stop.reason !== undefined;
  }

  #onDefect(error: unknown): void {
    this.#hasDefect = true;
    this.#options.onDefect(error);
  }

  #finish(): void {
    if (this.#over) return;
    const { gate, recorder, port } = this.#options;
    const wasOpen = gate.openCalls > 0;
    gate.close();
    recorder.close();
    port.append([...this.#options.leftOver(), this.#terminalEvent()]);
    this.#over = true;
    if (wasOpen) this.#release();
  }

  /** Nothing of the run is awaited any more: what still executes is aborted, and nobody is asked. */
  #release(): void {
    const { stop, approvals, port } = this.#options;
    stop.trigger("shutdown");
    approvals.cancelRun(port.sessionId, this.runId);
  }

  #disposeOf(agent: AgentSessionPort | undefined): void {
    try {
      agent?.dispose();
    } catch (error) {
      this.#options.onDefect(error);
    }
  }

  #terminalEvent(): NewEvent {
    const { stop, recorder, port, gate, maxTurns } = this.#options;
    const { runId } = port;
    const totals = {
      ...recorder.totals,
      durationMs: Math.round(this.#options.now() - this.#startedAt),
    };
    if (stop.reason !== undefined) {
      const actor =
        this.#stoppedBy === undefined ? {} : { actor: this.#stoppedBy };
      const payload = { reason: stop.reason, ...totals };
      return { type: "run.cancelled", runId, ...actor, payload };
    }
    const hasDefect = this.#hasDefect;
    const failure = failureOf({ gate, recorder, maxTurns, hasDefect });
    if (failure !== undefined)
      return { type: "run.failed", runId, payload: { ...failure, ...totals } };
    const messageId =
      recorder.lastMessageId === undefined
        ? {}
        : { messageId: recorder.lastMessageId };
    return {
      type: "run.completed",
      runId,
      payload: { ...messageId, ...totals },
    };
  }
}

/** Whether the loop begins something, which a stopped run takes no more. */
function goesOn({ type }: AgentEvent): boolean {
  return type === "requested" || type === "retrying";
}
