/**
 * The one file of a `multipart/form-data` body (RFC 2046, RFC 7578). An own reader of this small grammar and not a
 * library's: those that parse all of it skip parts that they can't read, cut long headers, and call a part without a
 * type text, where an upload has to be refused, bounded, and told apart.
 */
import { ByteReader } from "./byte-reader.ts";
import { parseHeaderValue } from "./header-value.ts";
import { parseFileHead, type FileHead } from "./part-head.ts";
import type { UploadLimits } from "./upload-limits.ts";
import { cutUpload, malformedUpload, notOneFile } from "./upload-refusal.ts";

export interface FilePart extends FileHead {
  /** Ends only when the whole body has come to its right end; throws a refusal where it does not. Can be read once. */
  readonly bytes: AsyncGenerator<Buffer, void>;
}

export type FormLimits = Pick<UploadLimits, "aroundBytes" | "headBytes">;

const CRLF = Buffer.from("\r\n");
/** Blanks that a gateway may have put behind a boundary. */
const MAX_PADDING = 256;
/** Characters and length of RFC 2046. */
const BOUNDARY = /^[0-9A-Za-z'()+_,./:=? -]{0,69}[0-9A-Za-z'()+_,./:=?-]$/;

/** The boundary that a content type names. Throws a refusal when there is none that can be used. */
export function boundaryOf(contentType: string): string {
  const boundary = parseHeaderValue(contentType)?.parameters.get("boundary");
  if (boundary === undefined || !BOUNDARY.test(boundary))
    throw malformedUpload(
      "The Content-Type of the upload names no boundary that can be used. Let the client set it.",
    );
  return boundary;
}

/** Reads up to the beginning of the file. Throws a refusal when the body does not begin with one. */
export async function readFilePart(
  source: AsyncIterator<Buffer>,
  boundary: string,
  limits: FormLimits,
): Promise<FilePart> {
  const reader = new ByteReader(source, CRLF);
  const delimiter = Buffer.from(`\r\n--${boundary}`, "latin1");
  const before = await reader.readUntil(delimiter, limits.aroundBytes);
  if (before === undefined)
    throw malformedUpload(
      "The body does not begin with the boundary that the Content-Type names. Let the client set both.",
    );
  await readBoundaryLine(reader);
  const head = parseFileHead(await readHeadLines(reader, limits.headBytes));
  return { ...head, bytes: fileBytes(reader, delimiter, limits) };
}

async function* fileBytes(
  reader: ByteReader,
  delimiter: Buffer,
  { aroundBytes }: FormLimits,
): AsyncGenerator<Buffer, void> {
  if (!(yield* reader.streamUntil(delimiter))) throw cutUpload();
  const after = await reader.read(2);
  if (after.length < 2) throw cutUpload();
  if (after.toString("latin1") !== "--") throw notOneFile();
  if (!(await reader.endsWithin(aroundBytes)))
    throw malformedUpload(
      "There is more after the last boundary of the upload. Send nothing but the file.",
    );
}

/** Nothing but blanks stands behind the first boundary; two dashes there mean that there is no part at all. */
async function readBoundaryLine(reader: ByteReader): Promise<void> {
  const rest = await reader.readUntil(CRLF, MAX_PADDING);
  if (rest?.toString("latin1").startsWith("--")) throw notOneFile();
  if (rest === undefined || rest.toString("latin1").trim() !== "")
    throw malformedUpload(
      "A boundary of the upload does not stand alone on its line. Let the client set it.",
    );
}

/** The lines up to the empty one; folded ones are joined. */
async function readHeadLines(
  reader: ByteReader,
  headBytes: number,
): Promise<readonly string[]> {
  const lines: string[] = [];
  let left = headBytes;
  for (;;) {
    const line = await reader.readUntil(CRLF, left);
    if (line === undefined)
      throw malformedUpload(
        "The headers of the uploaded part do not end, or are far too long. Shorten the file's name.",
      );
    if (line.length === 0) return lines;
    left -= line.length + CRLF.length;
    const text = line.toString("utf8");
    const folded = /^[ \t]/.test(text) ? lines.pop() : undefined;
    lines.push(folded === undefined ? text : `${folded} ${text.trim()}`);
  }
}
