import { readFileSync } from "node:fs";
import path from "node:path";
import {
  isRecord,
  parseJson,
  recordAt,
} from "../../src/models/wire/json-record.ts";

const rows = parseJson(
  readFileSync(
    path.join(
      import.meta.dirname,
      "../../../../fixtures/cases/provider-cases.json",
    ),
    "utf8",
  ),
);

/** The recorded values of a case, as a list. */
export function caseValues(id: string): readonly string[] {
  const row = Array.isArray(rows)
    ? rows.filter(isRecord).find((candidate) => candidate["id"] === id)
    : undefined;
  const value = row && recordAt(row, "input")?.["value"];
  const values = typeof value === "string" ? [value] : value;
  if (!Array.isArray(values)) throw new Error(`The case ${id} has no input.`);
  return values.filter((item) => typeof item === "string");
}
