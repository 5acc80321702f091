/** The one filter before the log, events, error messages and the wire: nothing secret, and nothing without bounds. */
import type { JsonValue, Truncated } from "@agent-studio/shared";
import {
  createKnownSecrets,
  replaceSecrets,
  replaceSecretsIn,
} from "./known-secrets.ts";
import { limitText } from "./limit-text.ts";
import { redactedCopy } from "./redacted-copy.ts";
import { redactStream } from "./text-redactor.ts";
import type { TextRedactor, TextRedactorOptions } from "./text-redactor.ts";

/** What arguments, results and lab state may have in an event. */
export const DEFAULT_MAX_BYTES = 64 * 1024;
const PREVIEW_BYTES = 4 * 1024;

export type RedactorOptions = TextRedactorOptions;

export interface RedactionLimits {
  /** The largest JSON in UTF-8 that is let through whole; 64 KiB by default. */
  readonly maxBytes?: number;
}

export interface Redactor {
  /**
   * The value as plain JSON without secrets. What is larger than the limit, too deep or too much becomes
   * `{ truncated, originalBytes, preview }`, which keeps the limit; `originalBytes` counts the redacted JSON (as far as it
   * was written down). Never throws on the value's account.
   */
  redactAndLimit(
    value: unknown,
    limits?: RedactionLimits,
  ): JsonValue | Truncated;
  /** A message or a log line without known secrets. */
  redactText(text: string): string;
  /** Plain data of any size without known secrets; what its fields are called makes no difference. */
  redactKnown(value: unknown): unknown;
  /** The same for a text that comes in pieces; cheap, since the secrets are prepared once. */
  createTextRedactor(): TextRedactor;
  /** Lets go of everything made from secrets that are no longer known. The next use would, but may never come. */
  refresh(): void;
}

/** A redactor that asks for the exact secrets at each use. */
export function createRedactor({ secrets }: RedactorOptions): Redactor {
  const known = createKnownSecrets(secrets);

  return {
    redactAndLimit(value, { maxBytes = DEFAULT_MAX_BYTES } = {}) {
      const { value: copied, isCut } = redactedCopy(value, known.matcher());
      const json = JSON.stringify(copied);
      const originalBytes = Buffer.byteLength(json);
      if (originalBytes <= maxBytes && !isCut) return copied;
      const text = typeof copied === "string" ? copied : json;
      return truncate(text, originalBytes, maxBytes);
    },
    redactText: (text) => replaceSecrets(text, known.matcher()),
    redactKnown: (value) => replaceSecretsIn(value, known.matcher()),
    refresh: () => void known.matcher(),
    createTextRedactor: () => redactStream(known),
  };
}

/** The preview shrinks until the whole keeps the limit, since quotes in it are written as two characters. */
function truncate(
  text: string,
  originalBytes: number,
  maxBytes: number,
): Truncated {
  let room = Math.min(PREVIEW_BYTES, maxBytes);
  for (;;) {
    const preview = limitText(text, room);
    const truncated: Truncated = { truncated: true, originalBytes, preview };
    const isSmall = Buffer.byteLength(JSON.stringify(truncated)) <= maxBytes;
    if (isSmall || preview === "") return truncated;
    room = Math.floor(room / 2);
  }
}
