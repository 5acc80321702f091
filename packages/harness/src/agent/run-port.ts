/** What the parts of a run need from the session that owns it: the log, its state, and the means to wait. */
import type { Approval, JsonValue } from "@agent-studio/shared";
import type { NewEvent } from "../events/event-store.ts";
import type { TextRedactor } from "../security/text-redactor.ts";

export interface RunPort {
  readonly sessionId: string;
  readonly runId: string;
  /** Appends and folds. When the log has failed or the run is over nothing happens, and `settled` rejects. */
  append(events: readonly NewEvent[]): void;
  /** Resolves when everything appended so far is durable; rejects when it is lost. */
  settled(): Promise<void>;
  trust(): boolean;
  approval(approvalId: string): Approval | undefined;
  /** A person did not answer in time. */
  expire(approvalId: string): void;
  /** Secrets out, at most `maxBytes` of JSON. */
  redact(value: unknown, maxBytes?: number): JsonValue;
  redactText(text: string): string;
  /** A redactor for one streamed text. */
  textRedactor(): TextRedactor;
  /** What is open changed; the run limit looks again. */
  onChange(): void;
}
