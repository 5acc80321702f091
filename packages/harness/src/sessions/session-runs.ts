/** The one active run of a session: started, stopped, and let go when the log is lost. */
import type {
  Actor,
  CancelReason,
  RedactedConnection,
} from "@agent-studio/shared";
import type { HistoryEntry } from "../agent/agent-session.ts";
import type { RunPort } from "../agent/run-port.ts";
import { createRun } from "./create-run.ts";
import { toHistory } from "./history.ts";
import type { RunController } from "./run-controller.ts";
import type { SessionCore } from "./session-core.ts";

export interface RunStart {
  readonly runId: string;
  readonly text: string;
  readonly connection: RedactedConnection;
  /** Sequence of `run.started`: history is everything before it. */
  readonly startedAt: number;
}

interface ActiveRun {
  readonly controller: RunController;
  readonly done: Promise<void>;
}

export class SessionRuns {
  readonly #core: SessionCore;
  #active: ActiveRun | undefined;

  constructor(core: SessionCore) {
    this.#core = core;
  }

  /** Starts a run whose `run.started` was appended; nothing happens before that is durable. */
  start(start: RunStart): void {
    const { deps, subject } = this.#core;
    const { text, connection } = start;
    const port = this.#port(start.runId);
    const controller = createRun(deps, subject, { port, connection, text });
    this.#active = { controller, done: this.#drive(controller, start) };
  }

  /** Stops the active run and waits for its end; false when there was none to stop. */
  async stop(reason: CancelReason, actor: Actor): Promise<boolean> {
    const active = this.#active;
    if (active === undefined) return false;
    const effective = active.controller.cancel(reason, actor);
    await active.done;
    return effective;
  }

  /** What the active run still holds back of a message becomes events. */
  flush(): void {
    this.#active?.controller.flush();
  }

  /** The log is lost: the run is let go; resolves when it is over. */
  async crash(): Promise<void> {
    const active = this.#active;
    active?.controller.crash();
    await active?.done;
  }

  async #drive(
    controller: RunController,
    { text, startedAt }: RunStart,
  ): Promise<void> {
    const { log } = this.#core;
    const history = async (): Promise<readonly HistoryEntry[]> => {
      const records = await log.sealed();
      return toHistory(records.filter((record) => record.sequence < startedAt));
    };
    try {
      await log.settled();
      await controller.run(text, history);
    } catch {
      // The log is lost; the next command recovers the session from the store.
      controller.crash();
    } finally {
      if (this.#active?.controller === controller) this.#active = undefined;
    }
  }

  #port(runId: string): Omit<RunPort, "onChange"> {
    const core = this.#core;
    const { log } = core;
    return {
      sessionId: core.sessionId,
      runId,
      append: (events) => {
        log.append(events.map((event) => core.redactSealed(event)));
      },
      settled: () => log.settled(),
      trust: () => log.head.trust,
      approval: (approvalId) => core.approval(approvalId),
      expire: (approvalId) => void this.#expire(approvalId),
      redact: (value, maxBytes) => core.redact(value, maxBytes),
      redactText: (text) => core.redactText(text),
      textRedactor: () => core.textRedactor(),
    };
  }

  async #expire(approvalId: string): Promise<void> {
    const { deps } = this.#core;
    try {
      const command = { type: "expire", approvalId } as const;
      const decision = await this.#core.carryOut(command, { kind: "system" });
      if (decision.kind === "append")
        deps.approvals.settle(approvalId, { status: "expired" });
    } catch (error) {
      deps.onDefect(error);
    }
  }
}
