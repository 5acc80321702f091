/** What one upload may take of the server; all of it can be smaller in tests. */
export interface UploadLimits {
  /** Of the file itself. */
  readonly fileBytes: number;
  /** Before the first boundary, and again after the last one. */
  readonly aroundBytes: number;
  /** All header lines of the part together. */
  readonly headBytes: number;
  /** For the whole of it; only time in which the sender is awaited counts. */
  readonly totalMs: number;
  /** In every span of this length… */
  readonly progressMs: number;
  /** …at least this much has to arrive. */
  readonly progressBytes: number;
}

const KIB = 1024;
const MIB = KIB * KIB;

/** A connection of 0.8 Mbit/s brings the largest file within the limit. */
export const UPLOAD_LIMITS: UploadLimits = {
  fileBytes: 10 * MIB,
  aroundBytes: 4 * KIB,
  headBytes: 16 * KIB,
  totalMs: 110_000,
  progressMs: 15_000,
  progressBytes: 16 * KIB,
};
