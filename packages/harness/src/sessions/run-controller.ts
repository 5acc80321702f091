/**
 * One run from its start to its one terminal event. It drives the agent loop, sends every call through the gate,
 * counts time and turns, and stops at every moment. What arrives after its end is dropped.
 */
import type {
  Actor,
  CancelReason,
  ErrorCode,
  RedactedConnection,
} from "@agent-studio/shared";
import type {
  AgentEvent,
  AgentHost,
  AgentSessionFactory,
  AgentSessionPort,
  HistoryEntry,
  ToolReply,
} from "../agent/agent-session.ts";
import type { RunLimit } from "../agent/run-limit.ts";
import type { RunPort } from "../agent/run-port.ts";
import type { RunRecorder } from "../agent/run-recorder.ts";
import { STOP_GRACE_MS } from "../agent/execute-call.ts";
import type { StopSignal } from "../agent/stop-signal.ts";
import type { ToolGate } from "../agent/tool-gate.ts";
import type { ApprovalBroker } from "../approvals/approval-broker.ts";
import type { NewEvent } from "../events/event-store.ts";
import type { Lab } from "./define-lab.ts";

/** What the loop gets beyond the tools' own grace before the run ends without it, in milliseconds. */
const LOOP_GRACE_MS = 300;

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
  readonly systemPrompt: string;
  readonly maxTurns: number;
  /** Monotonic, in milliseconds. */
  readonly now: () => number;
  /** Told of a defect in the agent loop; for the server's log. */
  readonly onDefect: (error: unknown) => void;
}

interface Ending {
  readonly code: ErrorCode;
  readonly message: string;
  readonly retryable: boolean;
}

export class RunController {
  readonly #options: RunControllerOptions;
  readonly #startedAt: number;
  #agent: AgentSessionPort | undefined;
  #stoppedBy: Actor | undefined;
  #over = false;
  #defect = false;

  constructor(options: RunControllerOptions) {
    this.#options = options;
    this.#startedAt = options.now();
    options.stop.onStop(() => this.#agent?.abort());
  }

  get runId(): string {
    return this.#options.port.runId;
  }

  /** Stops the run; false when it was being stopped or is over. */
  cancel(reason: CancelReason, actor?: Actor): boolean {
    if (this.#over || !this.#options.stop.trigger(reason)) return false;
    this.#stoppedBy = actor;
    this.#options.approvals.cancelRun(this.#options.port.sessionId, this.runId);
    return true;
  }

  /** Looks at what is open: the limit counts unless only people are awaited. */
  onChange(): void {
    if (this.#over) return;
    const { gate, recorder, limit } = this.#options;
    if (!recorder.callsModel && gate.waitsOnlyForPeople) limit.pause();
    else limit.run();
  }

  /** Runs to the end; resolves when the terminal event is durable. Rejects only when the log is lost. */
  async run(prompt: string, history: readonly HistoryEntry[]): Promise<void> {
    this.#options.limit.run();
    try {
      await Promise.race([this.#drive(prompt, history), this.#givenUp()]);
      this.#finish();
      await this.#options.port.settled();
    } finally {
      this.#over = true;
      this.#options.limit.clear();
      this.#agent?.dispose();
    }
  }

  /** The log is lost: nothing is appended any more, everything that waits is let go. */
  crash(): void {
    this.#over = true;
    this.#options.limit.clear();
    this.#options.stop.trigger("shutdown");
    this.#options.approvals.cancelRun(this.#options.port.sessionId, this.runId);
  }

  async #drive(
    prompt: string,
    history: readonly HistoryEntry[],
  ): Promise<void> {
    const { agents, lab, connection, systemPrompt, port, stop } = this.#options;
    try {
      const { demoScript, tools } = lab;
      const agent = await agents.create({
        sessionId: port.sessionId,
        connection,
        demoScript,
        systemPrompt,
        tools,
        history,
        host: this.#host(),
      });
      this.#agent = agent;
      if (stop.reason !== undefined) agent.abort();
      await agent.prompt(prompt);
    } catch (error) {
      this.#defect = true;
      this.#options.onDefect(error);
    }
  }

  /** Resolves a while after a stop: the loop had its time. */
  async #givenUp(): Promise<void> {
    await this.#options.stop.stopped;
    await new Promise<void>((resolve) => {
      setTimeout(resolve, STOP_GRACE_MS + LOOP_GRACE_MS).unref();
    });
  }

  #host(): AgentHost {
    const { gate, recorder, stop } = this.#options;
    return {
      onEvent: (event: AgentEvent) => {
        if (
          this.#over ||
          (event.type === "requested" && stop.reason !== undefined)
        )
          return;
        recorder.onEvent(event);
      },
      executeTool: async (toolCallId: string): Promise<ToolReply> => {
        try {
          return await gate.execute(toolCallId);
        } catch {
          return {
            text: "STORE_UNAVAILABLE: The session's log is not available.",
            isError: true,
          };
        }
      },
      replyOf: (toolCallId) => gate.replyOf(toolCallId),
      mayContinue: () =>
        !this.#over &&
        stop.reason === undefined &&
        !gate.exhausted &&
        recorder.turns < this.#options.maxTurns,
    };
  }

  #finish(): void {
    if (this.#over) return;
    const { gate, recorder, port } = this.#options;
    gate.close();
    recorder.close();
    port.append([this.#terminalEvent()]);
    this.#over = true;
  }

  #terminalEvent(): NewEvent {
    const { stop, recorder, port } = this.#options;
    const { runId } = port;
    const totals = {
      ...recorder.totals,
      durationMs: Math.round(this.#options.now() - this.#startedAt),
    };
    const actor =
      this.#stoppedBy === undefined ? {} : { actor: this.#stoppedBy };
    if (stop.reason !== undefined)
      return {
        type: "run.cancelled",
        runId,
        ...actor,
        payload: { reason: stop.reason, ...totals },
      };
    const ending = this.#failedEnding();
    if (ending !== undefined)
      return { type: "run.failed", runId, payload: { ...ending, ...totals } };
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

  #failedEnding(): Ending | undefined {
    const { gate, recorder, maxTurns } = this.#options;
    if (recorder.failure !== undefined) return recorder.failure;
    if (this.#defect || !recorder.hasResponded)
      return {
        code: "INTERNAL",
        message: "The run could not be carried out. Try again.",
        retryable: true,
      };
    if (gate.exhausted) {
      return {
        code: "REPEATED_TOOL_CALL",
        message:
          "The model made the same call again and again, so the run was ended. Say what it should do instead.",
        retryable: true,
      };
    }
    if (gate.lastRequestedTurn >= maxTurns) {
      return {
        code: "MAX_TURNS",
        message: `The run was ended after ${maxTurns} turns. Send a message to let it go on.`,
        retryable: true,
      };
    }
    return undefined;
  }
}
