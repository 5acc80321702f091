/**
 * The one active run of a session: started, parked while it only waits for people after a restart, resumed by the first
 * decision, stopped, and let go when the log is lost.
 */
import type {
  Actor,
  CancelReason,
  RedactedConnection,
  Run,
} from "@agent-studio/shared";
import type { RunPort } from "../agent/run-port.ts";
import type { ApprovalOutcome } from "../approvals/approval-broker.ts";
import { createRun } from "./create-run.ts";
import {
  endOpenCalls,
  endRefusedCalls,
  endWaitingRun,
} from "./end-waiting-run.ts";
import { toHistory } from "./history.ts";
import { ParkedRun } from "./parked-run.ts";
import { restoreCalls } from "./restore-calls.ts";
import type { RunController, RunPast } from "./run-controller.ts";
import { readRunRecords } from "./run-records.ts";
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

/** A run whose model's key went with the restart and that waits for nothing else. */
const KEY_IS_MISSING = {
  code: "MODEL_NOT_CONFIGURED",
  message:
    "The server was restarted and the key of the model went with it. Enter it in the model settings and send the message again.",
} as const;

export class SessionRuns {
  readonly #core: SessionCore;
  #active: ActiveRun | undefined;
  #parked: ParkedRun | undefined;
  /** What was decided while the run was loaded again, as it was decided: the log may have it without secrets. */
  readonly #outcomes = new Map<string, ApprovalOutcome>();
  /** The process ends, and the run waits for the next one: nothing of it is written any more. */
  #isLeft = false;

  constructor(core: SessionCore) {
    this.#core = core;
  }

  /** Starts a run whose `run.started` was appended; nothing happens before that is durable. */
  start(start: RunStart): void {
    this.#begin(start, () => this.#historyBefore(start.startedAt));
  }

  /** A run that waits for people goes on waiting, with what is left of its time. */
  park(runId: string): void {
    const core = this.#core;
    this.#parked = new ParkedRun({
      sessionId: core.sessionId,
      runId,
      pending: core.log.head.approvals.filter(
        (approval) => approval.runId === runId && approval.status === "pending",
      ),
      approvals: core.deps.approvals,
      wallClock: core.deps.wallClock,
      expire: (approvalId) => void this.#expire(approvalId),
      onOutcome: (_approvalId, { status }) => {
        if (status === "expired" && core.isKeyMissing())
          void this.#goOnWithoutKey(runId);
        else this.resume(runId);
      },
    });
  }

  /** A run that was interrupted by a restart goes on from its records; one that can't ends. */
  resume(runId: string): void {
    this.#unpark();
    const core = this.#core;
    const connection = core.log.head.model;
    if (connection === null || core.isKeyMissing()) {
      core.append(this.#waitingEnd(core.run(runId), KEY_IS_MISSING));
      return;
    }
    const sent = core.log.head.messages.find(
      (message) => message.role === "user" && message.runId === runId,
    );
    const text = sent?.role === "user" ? sent.text : "";
    this.#begin({ runId, text, connection }, () => this.#pastOf(runId));
  }

  /** What was decided on an approval, for a run that is loaded meanwhile. */
  keepOutcome(approvalId: string, outcome: ApprovalOutcome): void {
    this.#outcomes.set(approvalId, outcome);
  }

  /** Stops the active run and waits for its end; false when there was none to stop. */
  async stop(reason: CancelReason, actor: Actor): Promise<boolean> {
    if (this.#parked !== undefined) {
      const run = this.#core.run(this.#parked.runId);
      this.#unpark();
      await this.#core.commit(this.#waitingEnd(run, { reason, actor }));
      return true;
    }
    const active = this.#active;
    if (active === undefined) return false;
    const effective = active.controller.cancel(reason, actor);
    await active.done;
    return effective;
  }

  /** The process ends. A run that only waits for people is left as it is for the next one; true when there was one. */
  async leave(): Promise<boolean> {
    if (this.#parked !== undefined) {
      this.#unpark();
      return true;
    }
    const active = this.#active;
    if (active?.controller.waitsOnlyForPeople !== true) return false;
    this.#isLeft = true;
    active.controller.crash();
    await active.done;
    return true;
  }

  /** What the active run still holds back of a message becomes events. */
  flush(): void {
    this.#active?.controller.flush();
  }

  /** The log is lost: the run is let go; resolves when it is over. */
  async crash(): Promise<void> {
    this.#unpark();
    const active = this.#active;
    active?.controller.crash();
    await active?.done;
  }

  #begin(
    { runId, text, connection }: Omit<RunStart, "startedAt">,
    load: () => Promise<RunPast>,
  ): void {
    const { deps, subject } = this.#core;
    const controller = createRun(deps, subject, {
      port: this.#port(runId),
      connection,
      text,
      leftOver: () => endOpenCalls(this.#core.log.head, this.#core.run(runId)),
    });
    const done = this.#drive(controller, text, load);
    this.#active = { controller, done };
  }

  async #drive(
    controller: RunController,
    text: string,
    load: () => Promise<RunPast>,
  ): Promise<void> {
    const { log } = this.#core;
    try {
      await log.settled();
      await controller.run(text, load);
    } catch {
      // The log is lost; the next command recovers the session from the store.
      controller.crash();
    } finally {
      if (this.#active?.controller === controller) {
        this.#active = undefined;
        this.#outcomes.clear();
      }
    }
  }

  async #historyBefore(startedAt: number): Promise<RunPast> {
    const records = await this.#core.log.sealed();
    return {
      history: toHistory(
        records.filter((record) => record.sequence < startedAt),
      ),
    };
  }

  async #pastOf(runId: string): Promise<RunPast> {
    const core = this.#core;
    const sealed = await core.log.sealed();
    const records = readRunRecords(sealed, runId);
    if (records === undefined) throw new Error("The run has no records.");
    const { head } = core.log;
    const run = core.run(runId);
    const { usage, costUsd, startedAt } = run;
    return {
      ...(await this.#historyBefore(records.startedAt)),
      resumed: {
        messages: records.messages,
        calls: restoreCalls(records, {
          approval: (approvalId) => core.approval(approvalId),
          decided: (approvalId) => this.#outcomes.get(approvalId),
          wallClock: core.deps.wallClock,
        }),
        figures: { usage, costUsd, messageId: head.open?.messageId },
        ranMs: Math.max(0, core.deps.wallClock() - Date.parse(startedAt)),
      },
    };
  }

  #unpark(): void {
    const parked = this.#parked;
    this.#parked = undefined;
    parked?.release();
  }

  #waitingEnd(run: Run, end: Parameters<typeof endWaitingRun>[2]) {
    const { log, deps } = this.#core;
    return endWaitingRun(log.head, run, end, deps.wallClock());
  }

  /** An approval expired and nobody can go on with that: its call ends, and with the last one the run. */
  async #goOnWithoutKey(runId: string): Promise<void> {
    const core = this.#core;
    try {
      const run = core.run(runId);
      const isWaiting = core.log.head.approvals.some(
        (approval) => approval.runId === runId && approval.status === "pending",
      );
      if (isWaiting) await core.commit(endRefusedCalls(core.log.head, run));
      else {
        this.#unpark();
        await core.commit(this.#waitingEnd(run, KEY_IS_MISSING));
      }
    } catch (error) {
      core.deps.onDefect(error);
    }
  }

  #port(runId: string): Omit<RunPort, "onChange"> {
    const core = this.#core;
    const { log } = core;
    return {
      sessionId: core.sessionId,
      runId,
      append: (events) => {
        if (this.#isLeft) return;
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
