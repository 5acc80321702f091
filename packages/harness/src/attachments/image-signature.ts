/** Tells what a file is by its first bytes, before any decoder sees one. */
import { gunzipSync, constants } from "node:zlib";
import type { FileKindId } from "./image-format.ts";

/** Bytes from the start that are enough to tell every kind, markup behind a long comment included. */
export const SIGNATURE_BYTES = 4096;

type Signature = readonly [kind: FileKindId, bytes: string];

/**
 * First bytes in hexadecimal, from the specifications of the formats; the longer ones first where one begins another.
 * TIFF also stands for the raw formats of cameras that are built on it.
 */
const SIGNATURES: readonly Signature[] = [
  ["png", "89504e470d0a1a0a"],
  ["jpeg", "ffd8ff"],
  ["gif", "474946383761"],
  ["gif", "474946383961"],
  ["tiff", "49492a00"],
  ["tiff", "4d4d002a"],
  ["tiff", "49492b00"],
  ["tiff", "4d4d002b"],
  ["raw", "4949524f"],
  ["raw", "49495500"],
  ["raw", "46554a4946494c4d"],
  ["bmp", "424d"],
  ["psd", "38425053"],
  ["pdf", "255044462d"],
  ["eps", "25215053"],
  ["eps", "c5d0d3c6"],
  ["hdr", "233f52414449414e4345"],
  ["hdr", "233f52474245"],
  ["exr", "762f3101"],
  ["jxl", "0000000c4a584c200d0a870a"],
  ["jxl", "ff0a"],
  ["jp2", "0000000c6a5020200d0a870a"],
  ["jp2", "ff4fff51"],
  ["ico", "00000100"],
  ["ico", "00000200"],
  ["emf", "01000000"],
  ["emf", "d7cdc69a"],
  ["mvg", "7075736820677261706869632d636f6e74657874"],
  ["vips", "b6a6f208"],
  ["vips", "08f2a6b6"],
  ["qoi", "716f6966"],
  ["mng", "8a4d4e470d0a1a0a"],
  ["mng", "8b4a4e470d0a1a0a"],
  ["dds", "44445320"],
  ["fits", "53494d504c4520203d"],
  ["djvu", "41542654464f524d"],
  ["office", "d0cf11e0a1b11ae1"],
  ["office", "7b5c727466"],
  ["zip", "504b0304"],
  ["zip", "504b0506"],
  ["program", "7f454c46"],
  ["program", "4d5a"],
  ["video", "1a45dfa3"],
  ["audio", "494433"],
  ["audio", "4f676753"],
  ["audio", "664c6143"],
];

/** Brands of the ISO base media format, in the order in which one of them decides. */
const BRANDS: readonly (readonly [RegExp, FileKindId])[] = [
  [/^avi[fs]$/, "avif"],
  [/^(?:hei[cxms]|hev[cxms]|mif1|msf1|mif2|miaf|MiHE|MiHB)$/, "heic"],
  [/^crx $/, "raw"],
];

/** The kind of a file by its first bytes; `unknown` for anything else. Total: never throws. */
export function identify(head: Uint8Array): FileKindId {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  if (isRiff(bytes)) return identifyRiff(bytes);
  if (bytes.toString("latin1", 4, 8) === "ftyp") return identifyMedia(bytes);
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return identifyGzip(bytes);
  const found = SIGNATURES.find(
    ([, hex]) => bytes.toString("hex", 0, hex.length / 2) === hex,
  );
  if (found?.[0] === "zip") return isOffice(bytes) ? "office" : "zip";
  return found?.[0] ?? identifyText(bytes);
}

function isRiff(bytes: Buffer): boolean {
  return bytes.toString("latin1", 0, 4) === "RIFF";
}

function identifyRiff(bytes: Buffer): FileKindId {
  const form = bytes.toString("latin1", 8, 12);
  if (form === "WEBP") return "webp";
  return form === "WAVE" ? "audio" : form === "AVI " ? "video" : "unknown";
}

/** The main brand and the compatible ones; a picture may hide behind a general main brand. */
function identifyMedia(bytes: Buffer): FileKindId {
  const length = Math.min(bytes.readUInt32BE(0), bytes.length);
  const brands = [bytes.toString("latin1", 8, 12)];
  for (let at = 16; at + 4 <= length; at += 4)
    brands.push(bytes.toString("latin1", at, at + 4));
  for (const [pattern, kind] of BRANDS)
    if (brands.some((brand) => pattern.test(brand))) return kind;
  return "video";
}

/** A compressed drawing is a drawing; only its start is inflated. */
function identifyGzip(bytes: Buffer): FileKindId {
  try {
    const inner = gunzipSync(bytes, {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: 16 * SIGNATURE_BYTES,
    });
    return identifyText(inner) === "svg" ? "svg" : "gzip";
  } catch {
    return "gzip";
  }
}

/** Text of documents of Office stands at the start of their archive, by the format's own order. */
function isOffice(bytes: Buffer): boolean {
  return /\[Content_Types\]\.xml|_rels\/|word\/|xl\/|ppt\/|mimetypeapplication\/vnd\.oasis/.test(
    bytes.toString("latin1"),
  );
}

const PNM = /^P[1-7][\s#]/;

/** Markup by its first tag, whatever stands before it; a file of another kind for the rest. */
function identifyText(bytes: Buffer): FileKindId {
  const text = decodeText(bytes).trimStart();
  if (PNM.test(text)) return "pnm";
  if (/^(?:<!--[^]*?-->\s*)*<(?:!doctype html|html|head|body)\b/i.test(text))
    return "html";
  if (text.startsWith("<") && /<(?:\w+:)?svg[\s/>]/i.test(text)) return "svg";
  if (/^<\?xml|^<!doctype/i.test(text)) return "xml";
  return "unknown";
}

function decodeText(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return bytes.subarray(2).toString("utf16le");
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return Buffer.from(bytes.subarray(2, 2 + evenLength(bytes.length - 2)))
      .swap16()
      .toString("utf16le");
  const text = bytes.toString("utf8");
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}

function evenLength(length: number): number {
  return length - (length % 2);
}
