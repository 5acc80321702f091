export interface WireLimits {
  /** How long the first byte of an answer may take, in milliseconds. */
  readonly firstByteMs: number;
  /** How long an answer may be silent after that, in milliseconds. */
  readonly idleMs: number;
  /** Bytes that one answer may have. */
  readonly answerBytes: number;
}

/** Reasoning models may think for a while before the first byte. */
export const DEFAULT_WIRE_LIMITS: WireLimits = {
  firstByteMs: 120_000,
  idleMs: 60_000,
  answerBytes: 32 * 1024 * 1024,
};
