/** What is done with a file before it is uploaded: a look at its first bytes, and a smaller copy of a big photo. */
import { ApiFailure } from "../api-failure.ts";
import type { FailureCode } from "../api-failure.ts";
import { declaredFormats, isAccepted } from "./image-format.ts";
import type { ImageFormat } from "./image-format.ts";
import { HEAD_BYTES, readImageHead } from "./image-head.ts";
import type { ImageHead } from "./image-head.ts";

export interface PreparedFile {
  readonly blob: Blob;
  readonly name: string;
  /** What the file is, by its bytes. */
  readonly format: ImageFormat | null;
  /** Whether the browser may decode it to show it. */
  readonly isShowable: boolean;
}

/** Makes a copy that fits, upright; rejects where the browser can't decode the file. */
export type Downscale = (
  blob: Blob,
  options: { readonly keepsTransparency: boolean },
) => Promise<Blob>;

/** Rejects with `UnfitFile` where the server would refuse the file in any case. */
export type PrepareFile = (file: File) => Promise<PreparedFile>;

/** A file that can't be attached, and what it is. */
export class UnfitFile extends ApiFailure {
  readonly format: ImageFormat | null;

  constructor(code: FailureCode, format: ImageFormat | null) {
    super({ code, message: `The file can't be attached: ${code}.`, status: 0 });
    this.format = format;
  }
}

const MIB = 1024 * 1024;
/** The server's limit for one file. */
export const FILE_LIMIT_BYTES = 10 * MIB;
/** The long side that a model gets; the server makes everything larger smaller too. */
export const LONG_SIDE_PIXELS = 2048;
/** Smaller files are sent as they are. */
const BIG_BYTES = MIB;
/** More pixels are not decoded here: at four bytes each, a phone has no memory for them. */
const DECODE_LIMIT_PIXELS = 64_000_000;

/** Preparation with a given way to make pictures smaller. */
export function createPrepareFile(options: {
  readonly downscale: Downscale;
}): PrepareFile {
  return async (file) => {
    if (file.size === 0) throw new UnfitFile("FILE_EMPTY", null);
    const head = await readHead(file);
    const declared = declaredFormats(file);
    refuseOtherKinds(head.format, declared);
    const smaller = await smallerCopy(file, { head, declared }, options);
    if (smaller !== null) return smaller;
    if (file.size > FILE_LIMIT_BYTES) {
      throw new UnfitFile("IMAGE_TOO_LARGE", head.format);
    }
    return {
      blob: file,
      name: file.name,
      format: head.format,
      isShowable: isDecodable(head),
    };
  };
}

interface Look {
  readonly head: ImageHead;
  readonly declared: readonly ImageFormat[];
}

async function readHead(file: File): Promise<ImageHead> {
  try {
    const bytes = await file.slice(0, HEAD_BYTES).arrayBuffer();
    return readImageHead(new Uint8Array(bytes));
  } catch {
    // A folder, or a file that was moved or changed since it was chosen.
    throw new UnfitFile("IMAGE_UNREADABLE", null);
  }
}

/** Something that says it is an image is the server's to judge, whatever it turns out to be. */
function refuseOtherKinds(
  format: ImageFormat | null,
  declared: readonly ImageFormat[],
): void {
  if (isAccepted(format) || format === "HEIC") return;
  if (declared.some((kind) => isAccepted(kind) || kind === "HEIC")) return;
  throw new UnfitFile("UNSUPPORTED_MEDIA_TYPE", format ?? declared[0] ?? null);
}

async function smallerCopy(
  file: File,
  look: Look,
  { downscale }: { readonly downscale: Downscale },
): Promise<PreparedFile | null> {
  if (!isWorthACopy(file, look)) return null;
  const { format } = look.head;
  try {
    const keepsTransparency = format === "PNG" || format === "WebP";
    const blob = await downscale(file, { keepsTransparency });
    const isHelpful = blob.size < file.size || format === "HEIC";
    if (!isHelpful || blob.size > FILE_LIMIT_BYTES) return null;
    const made: ImageFormat = blob.type === "image/png" ? "PNG" : "JPEG";
    const name = renamed(file.name, made);
    return { blob, name, format: made, isShowable: true };
  } catch {
    // The server says what is wrong with it.
    return null;
  }
}

function isWorthACopy(file: File, { head, declared }: Look): boolean {
  // Some browsers decode HEIC, and the server does not take it.
  if (head.format === "HEIC") return file.size <= 4 * FILE_LIMIT_BYTES;
  const isOneOfThree = ["JPEG", "PNG", "WebP"].includes(head.format ?? "");
  if (!isOneOfThree || head.isAnimated || head.size === null) return false;
  // A file that is not what it says has to be refused, not repaired.
  if (declared.some((kind) => kind !== head.format)) return false;
  if (file.size <= BIG_BYTES || !isDecodable(head)) return false;
  const { width, height } = head.size;
  const isLong = Math.max(width, height) > LONG_SIDE_PIXELS;
  return isLong || file.size > FILE_LIMIT_BYTES;
}

function isDecodable({ format, size }: ImageHead): boolean {
  if (format === "GIF") return true;
  if (!isAccepted(format) || size === null) return false;
  const pixels = size.width * size.height;
  return pixels > 0 && pixels <= DECODE_LIMIT_PIXELS;
}

/** The name with the end that goes with what the file became. */
function renamed(name: string, format: "JPEG" | "PNG"): string {
  const known = declaredFormats({ type: "", name })[0];
  if (known === format) return name;
  const stem = known === undefined ? name : name.replace(/\.[^.]+$/, "");
  return `${stem}${format === "PNG" ? ".png" : ".jpg"}`;
}
