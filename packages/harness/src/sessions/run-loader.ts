/** What one run starts from, read from the sealed parts of the log, with what every attachment in it is now. */
import { selectRun, type RedactedConnection } from "@agent-studio/shared";
import type { ApprovalOutcome } from "../approvals/approval-broker.ts";
import type { SealedRecord } from "../events/event-store.ts";
import { promptAttachments, toHistory } from "./history.ts";
import { restoreCalls } from "./restore-calls.ts";
import type { ResumedRun, RunPast } from "./run-controller.ts";
import { readRunRecords, type RunRecords } from "./run-records.ts";
import type { SessionAttachments } from "./session-attachments.ts";
import type { SessionCore } from "./session-core.ts";
import { spentMsOf } from "./spent-time.ts";

export interface RunLoaderOptions {
  readonly core: SessionCore;
  readonly attachments: SessionAttachments;
  readonly runId: string;
  readonly connection: RedactedConnection;
}

export class RunLoader {
  readonly #options: RunLoaderOptions;
  #sent: ReadonlySet<string> = new Set();

  constructor(options: RunLoaderOptions) {
    this.#options = options;
  }

  /** Images that are in the run's requests, as far as they could be sent. */
  get sent(): ReadonlySet<string> {
    return this.#sent;
  }

  /** For a new run: everything before it, and what was sent with its own prompt. */
  async load(): Promise<RunPast> {
    const sealed = await this.#options.core.log.sealed();
    return this.#past(sealed, this.#find(sealed));
  }

  /** For a run that a restart interrupted: what it has behind it too. */
  async loadResumed(
    decided: (approvalId: string) => ApprovalOutcome | undefined,
  ): Promise<RunPast> {
    const sealed = await this.#options.core.log.sealed();
    const records = this.#find(sealed);
    const past = await this.#past(sealed, records);
    return { ...past, resumed: this.#resumed(records, decided) };
  }

  #find(sealed: readonly SealedRecord[]): RunRecords {
    const records = readRunRecords(sealed, this.#options.runId);
    if (records === undefined) throw new Error("The run has no records.");
    return records;
  }

  async #past(
    sealed: readonly SealedRecord[],
    { startedAt, prompt }: RunRecords,
  ): Promise<RunPast> {
    const { attachments, connection } = this.#options;
    const before = sealed.filter(({ sequence }) => sequence < startedAt);
    const messages = [...promptAttachments(before), prompt.attachments ?? []];
    this.#sent = attachments.sendable(messages, connection);
    const parts = await attachments.toModelParts(messages, connection);
    return {
      history: toHistory(before, parts),
      attachments: parts.at(-1) ?? [],
    };
  }

  #resumed(
    records: RunRecords,
    decided: (approvalId: string) => ApprovalOutcome | undefined,
  ): ResumedRun {
    const { core, runId } = this.#options;
    const { wallClock } = core.deps;
    const { usage, costUsd, startedAt } = core.run(runId);
    return {
      messages: records.messages,
      calls: restoreCalls(records, {
        approval: (approvalId) => core.approval(approvalId),
        decided,
        wallClock,
      }),
      figures: { usage, costUsd, messageId: core.log.head.open?.messageId },
      spentMs: spentMsOf(selectRun(core.log.visible.trace, runId)?.steps ?? []),
      ranMs: Math.max(0, wallClock() - Date.parse(startedAt)),
    };
  }
}
