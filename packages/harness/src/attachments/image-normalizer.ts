/** The port to what reads pictures: it makes any of them a small, plain, upright one, and measures it. */
import type { AcceptedFormat } from "./image-format.ts";

/** What a picture may be, before and after. */
export const IMAGE_LIMITS = {
  /** Bytes of an upload: 10 MB. */
  uploadBytes: 10 * 1024 * 1024,
  /** Pixels of one frame. */
  pixels: 40_000_000,
  /** Pixels of a side. */
  side: 12_000,
  frames: 200,
  /** Pixels of the long side of what is kept. */
  keptSide: 2048,
  /** Bytes of what is kept: as base64, ten of them fit into the 32 MB that the strictest provider takes. */
  keptBytes: 2 * 1024 * 1024,
} as const;

/** What is kept of a picture. */
export type KeptMediaType = "image/jpeg" | "image/png";

export interface NormalizeRequest {
  /** Absolute path of the picture as it came. */
  readonly source: string;
  /** Absolute path for what is kept; must not exist. */
  readonly target: string;
  /** What the first bytes say that it is. */
  readonly format: AcceptedFormat;
}

export interface NormalizedImage {
  readonly mediaType: KeptMediaType;
  readonly width: number;
  readonly height: number;
  readonly sizeBytes: number;
  /** Of the bytes that are kept, in lowercase hexadecimal. */
  readonly sha256: string;
}

/** Names of colours, as people tell them apart. */
export const COLOR_NAMES = [
  ...(["black", "gray", "white", "red", "orange", "brown", "yellow"] as const),
  ...(["green", "cyan", "blue", "purple", "pink"] as const),
] as const;
export type ColorName = (typeof COLOR_NAMES)[number];

export interface ColorShare {
  readonly name: ColorName;
  /** The mean of the pixels of that name, as `#rrggbb`. */
  readonly hex: string;
  /** Of all pixels that can be seen, 0 to 1. */
  readonly share: number;
}

/** What can be measured of a picture without understanding it. */
export interface ImageFacts {
  readonly width: number;
  readonly height: number;
  /** Colours that cover at least a twentieth, the largest first. */
  readonly colors: readonly ColorShare[];
  /** Mean lightness, 0 (black) to 1 (white). */
  readonly lightness: number;
  /** Of all pixels, 0 to 1. */
  readonly transparent: number;
}

export interface ImageNormalizer {
  /**
   * Writes what is kept of a picture, durable, and says what it is. Rejects with an `AttachmentError` for one that
   * can't be used, and with the signal's reason once it aborts; nothing is left at `target` then that was not removed
   * by the caller's own removal of it.
   */
  normalize(
    request: NormalizeRequest,
    signal: AbortSignal,
  ): Promise<NormalizedImage>;
  /** Measures what was kept. Rejects for bytes that are no picture. */
  measure(bytes: Uint8Array, signal: AbortSignal): Promise<ImageFacts>;
  /** Ends what is running. Idempotent. */
  close(): Promise<void>;
}
