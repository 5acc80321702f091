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
import type { NewEvent } from "../events/event-store.ts";
import { blameImages } from "./blame-images.ts";
import { createRun } from "./create-run.ts";
import {
  endOpenCalls,
  endRefusedCalls,
  endWaitingRun,
} from "./end-waiting-run.ts";
import { isPending, openCalls } from "./open-call.ts";
import { ParkedRun } from "./parked-run.ts";
import type { RunController, RunPast } from "./run-controller.ts";
import { RunLoader } from "./run-loader.ts";
import type { SessionAttachments } from "./session-attachments.ts";
import type { SessionCore } from "./session-core.ts";

export interface RunStart {
  readonly runId: string;
  readonly text: string;
  readonly connection: RedactedConnection;
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
  readonly #attachments: SessionAttachments;
  #active: ActiveRun | undefined;
  #parked: ParkedRun | undefined;
  /** What was decided while the run was loaded again, as it was decided: the log may have it without secrets. */
  readonly #outcomes = new Map<string, ApprovalOutcome>();
  /** The process ends, and the run waits for the next one: nothing of it is written any more. */
  #isLeft = false;

  constructor(core: SessionCore, attachments: SessionAttachments) {
    this.#core = core;
    this.#attachments = attachments;
  }

  /** Starts a run whose `run.started` was appended; nothing happens before that is durable. */
  start(start: RunStart): void {
    this.#begin(start, (loader) => loader.load());
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
    this.#begin({ runId, text, connection }, (loader) =>
      loader.loadResumed((approvalId) => this.#outcomes.get(approvalId)),
    );
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
    // A decision may be in the log that nothing has come of yet.
    if (!openCalls(this.#core.log.head).every(isPending)) return false;
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
    { runId, text, connection }: RunStart,
    load: (loader: RunLoader) => Promise<RunPast>,
  ): void {
    const core = this.#core;
    const { deps, subject } = core;
    const attachments = this.#attachments;
    const loader = new RunLoader({ core, attachments, runId, connection });
    const controller = createRun(deps, subject, {
      port: this.#port(runId, loader),
      connection,
      text,
      leftOver: () => endOpenCalls(this.#core.log.head, this.#core.run(runId)),
    });
    const done = this.#drive(controller, text, () => load(loader));
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

  #port(
    runId: string,
    loader: Pick<RunLoader, "sent">,
  ): Omit<RunPort, "onChange"> {
    const core = this.#core;
    const { log } = core;
    return {
      sessionId: core.sessionId,
      runId,
      append: (events) => {
        if (this.#isLeft) return;
        const all = events.flatMap((event) => this.#withBlame(event, loader));
        log.append(all.map((event) => core.redactSealed(event)));
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

  /** A failure that an image may have caused, with what follows for the image before it. */
  #withBlame(
    event: NewEvent,
    { sent }: Pick<RunLoader, "sent">,
  ): readonly NewEvent[] {
    if (event.type !== "run.failed" || event.runId === undefined)
      return [event];
    const { runId, payload: failure } = event;
    const { head } = this.#core.log;
    const blame = blameImages(head, { runId, failure, sent });
    return blame === undefined
      ? [event]
      : [...blame.events, { ...event, payload: blame.failure }];
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
