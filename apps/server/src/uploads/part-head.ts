/** The header lines of one multipart part (RFC 7578), read strictly: what readers could take in two ways is refused. */
import { parseHeaderValue, type HeaderValue } from "./header-value.ts";
import { malformedUpload, notOneFile } from "./upload-refusal.ts";

/** What the sender says of its file; all of it is text that nobody vouches for. */
export interface FileHead {
  /** As it was sent, folders and all; empty when the sender names none. */
  readonly name: string;
  /** In lower case and without parameters; undefined when there is none. */
  readonly mediaType: string | undefined;
}

const LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):(.*)$/s;
const PLAIN_ENCODINGS: readonly string[] = ["7bit", "8bit", "binary"];

/** Reads the lines of a part that has to be a file. Throws a refusal for anything else. */
export function parseFileHead(lines: readonly string[]): FileHead {
  const headers = readHeaders(lines);
  refuseEncoded(headers);
  const disposition = parameterized(headers, "content-disposition");
  const type = parameterized(headers, "content-type");
  if (disposition?.value !== "form-data" || !disposition.parameters.has("name"))
    throw malformedUpload(
      "A part of the upload is no form field. Name it in its Content-Disposition.",
    );
  const name = fileNameOf(disposition);
  const mediaType = type?.value === "" ? undefined : type?.value;
  // A field of text has neither a file name nor a type of its own.
  if (name === undefined && (mediaType ?? "text/plain") === "text/plain")
    throw notOneFile();
  return { name: name ?? "", mediaType };
}

function refuseEncoded(headers: ReadonlyMap<string, string>): void {
  const encoding = headers.get("content-transfer-encoding") ?? "binary";
  if (!PLAIN_ENCODINGS.includes(encoding.trim().toLowerCase()))
    throw malformedUpload(
      "A file is sent as it is. Leave out its Content-Transfer-Encoding.",
    );
}

function readHeaders(lines: readonly string[]): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name = "", value = ""] = LINE.exec(line) ?? [];
    const key = name.toLowerCase();
    if (key === "" || headers.has(key)) throw unreadableHead();
    headers.set(key, value);
  }
  return headers;
}

function parameterized(
  headers: ReadonlyMap<string, string>,
  name: string,
): HeaderValue | undefined {
  const text = headers.get(name);
  if (text === undefined) return undefined;
  const parsed = parseHeaderValue(text);
  if (parsed === undefined) throw unreadableHead();
  return parsed;
}

function unreadableHead() {
  return malformedUpload(
    "The headers of the uploaded part can't be read. Send the file as a form of a browser would.",
  );
}

/** The extended form (RFC 8187) wins where it can be read. */
function fileNameOf({ parameters }: HeaderValue): string | undefined {
  const extended = decodeExtended(parameters.get("filename*"));
  return extended ?? decodePlain(parameters.get("filename"));
}

function decodeExtended(value: string | undefined): string | undefined {
  const [, encoded] = /^utf-8'[^']*'(.*)$/is.exec(value ?? "") ?? [];
  if (encoded === undefined) return undefined;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

const FORM_ESCAPES: Readonly<Record<string, string>> = {
  "%0A": "\n",
  "%0D": "\r",
  "%22": '"',
};

/** Undoes the three escapes that forms use in names (HTML, "multipart/form-data encoding algorithm"). */
function decodePlain(value: string | undefined): string | undefined {
  return value?.replace(
    /%(?:0A|0D|22)/gi,
    (escape) => FORM_ESCAPES[escape.toUpperCase()] ?? escape,
  );
}
