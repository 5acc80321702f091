/**
 * Reads the front matter of a `SKILL.md`: pure, total, and never more permissive than the file says.
 *
 * A file that can't be read exactly is not loaded at all, so that a slip in the YAML never widens
 * what a skill may do. Byte order mark and line ends (LF, CRLF, CR) make no difference.
 */
import type { SkillDiagnostic } from "@agent-studio/shared";
import { LineCounter, isMap, parseDocument } from "yaml";

const SKILL_NAME = /^[a-z0-9-]{1,64}$/;
const DESCRIPTION_LIMIT = 1_024;

export interface SkillManifest {
  readonly name: string;
  readonly description: string;
  readonly modelInvocable: boolean;
  readonly allowedTools?: readonly string[];
  /** Length of the file in UTF-16 units, without a byte order mark. */
  readonly characters: number;
  readonly warnings: readonly string[];
}

export type SkillReading =
  | { readonly ok: true; readonly manifest: SkillManifest }
  | {
      readonly ok: false;
      /** The name it gives itself, if that much can be told. */
      readonly name?: string;
      readonly reason: string;
    };

/** `folderName` stands in for a missing name where it is a valid one. */
export function readSkillManifest(
  bytes: Uint8Array,
  folderName: string,
): SkillReading {
  const text = decode(bytes);
  if (text === undefined) {
    return broken("the file is not valid UTF-8. Save it as UTF-8.");
  }
  const block = frontMatter(text.replace(/\r\n?/g, "\n"));
  if (typeof block === "string") return broken(block);
  const fields = parseFields(block.yaml);
  if (typeof fields === "string") return broken(fields);
  return readFields(fields, folderName, text.length);
}

/** Turns a list of warnings into diagnostics that name the file. */
export function toWarnings(
  place: string,
  warnings: readonly string[],
): SkillDiagnostic[] {
  return warnings.map((warning) => ({
    severity: "warning",
    message: `${place}: ${warning}`,
  }));
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function frontMatter(text: string): { readonly yaml: string } | string {
  const lines = text.split("\n");
  if (lines[0]?.trimEnd() !== "---") {
    return "line 1: the front matter is missing. Start the file with a line of three dashes.";
  }
  const end = lines.findIndex((line, at) => at > 0 && line.trimEnd() === "---");
  if (end === -1) {
    return "line 1: the front matter is not closed. End it with a line of three dashes.";
  }
  return { yaml: lines.slice(1, end).join("\n") };
}

function parseFields(yaml: string): ReadonlyMap<string, unknown> | string {
  const lineCounter = new LineCounter();
  const document = parseDocument(yaml, { lineCounter, prettyErrors: false });
  const [error] = document.errors;
  if (error !== undefined) {
    const { line } = lineCounter.linePos(error.pos[0]);
    const [reason = ""] = error.message.split("\n", 1);
    return `line ${line + 1}: the YAML is broken (${reason}). Put quotes around texts with special characters.`;
  }
  if (!isMap(document.contents)) {
    return "line 2: the front matter has no fields. Give it a name and a description.";
  }
  const fields: unknown = readAliases(document);
  return fields instanceof Map
    ? (fields as ReadonlyMap<string, unknown>)
    : "the YAML repeats itself without end. Write it without aliases.";
}

function readAliases(document: {
  toJS(options: { mapAsMap: true; maxAliasCount: number }): unknown;
}): unknown {
  try {
    return document.toJS({ mapAsMap: true, maxAliasCount: 20 });
  } catch {
    return undefined;
  }
}

function readFields(
  fields: ReadonlyMap<string, unknown>,
  folderName: string,
  characters: number,
): SkillReading {
  const warnings: string[] = [];
  const name = readName(fields.get("name"), folderName, warnings);
  if (typeof name !== "string") return name;
  const description = fields.get("description");
  if (typeof description !== "string" || clean(description) === "") {
    return broken("the description is missing or no text. Add one.", name);
  }
  const modelInvocable = readInvocable(
    fields.get("disable-model-invocation"),
    warnings,
  );
  const allowedTools = readAllowedTools(fields, warnings);
  return {
    ok: true,
    manifest: {
      name,
      description: limit(clean(description), warnings),
      modelInvocable,
      ...(allowedTools === undefined ? {} : { allowedTools }),
      characters,
      warnings,
    },
  };
}

function readName(
  value: unknown,
  folderName: string,
  warnings: string[],
): string | SkillReading {
  if (value === undefined || value === null) {
    if (!SKILL_NAME.test(folderName)) {
      return broken("the name is missing. Add one of a-z, 0-9 and -.");
    }
    warnings.push("the name is missing; the folder's name is used.");
    return folderName;
  }
  const name = typeof value === "string" ? value.trim() : "";
  if (SKILL_NAME.test(name)) return name;
  const told = typeof value === "string" ? clean(value).slice(0, 64) : "";
  return broken(
    "the name is not valid. Use 1 to 64 of a-z, 0-9 and -, in quotes if it is a number.",
    told === "" ? undefined : told,
  );
}

/** Control characters have no place in one line of a list. */
function clean(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .trim();
}

function limit(description: string, warnings: string[]): string {
  if (description.length <= DESCRIPTION_LIMIT) return description;
  warnings.push(
    `the description is longer than ${DESCRIPTION_LIMIT} characters and was cut.`,
  );
  return description
    .slice(0, DESCRIPTION_LIMIT)
    .replace(/[\uD800-\uDBFF]$/, "")
    .trimEnd();
}

const YES = /^(?:true|yes|y|on|1)$/i;
const NO = /^(?:false|no|n|off|0|)$/i;

/** What can't be understood counts as the restriction that was meant. */
function readInvocable(value: unknown, warnings: string[]): boolean {
  if (value === undefined || value === null) return true;
  const word =
    typeof value === "string" ||
    typeof value === "number" ||
    typeof value === "boolean"
      ? String(value).trim()
      : "?";
  if (NO.test(word)) return true;
  if (!YES.test(word)) {
    warnings.push(
      "disable-model-invocation is neither true nor false; it counts as true.",
    );
  }
  return false;
}

function readAllowedTools(
  fields: ReadonlyMap<string, unknown>,
  warnings: string[],
): readonly string[] | undefined {
  if (!fields.has("allowed-tools")) return undefined;
  const value = fields.get("allowed-tools");
  if (typeof value === "string") return value.split(/[\s,]+/).filter(Boolean);
  if (
    Array.isArray(value) &&
    value.every((each): each is string => typeof each === "string")
  ) {
    return value.map((each) => each.trim()).filter(Boolean);
  }
  warnings.push("allowed-tools is no list of names; it counts as empty.");
  return [];
}

function broken(reason: string, name?: string): SkillReading {
  return { ok: false, reason, ...(name === undefined ? {} : { name }) };
}
