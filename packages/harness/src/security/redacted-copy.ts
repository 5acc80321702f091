/**
 * Any value as plain JSON without its secrets: what is secret by the name of its field is replaced as whole, and known
 * secrets are replaced wherever their text is, names of fields included. Total: cycles, getters that throw, bytes,
 * errors and bottomless data all give something that can be written down.
 */
import type { JsonValue } from "@agent-studio/shared";
import { REDACTED, replaceSecrets } from "./known-secrets.ts";
import { readableForm } from "./readable-form.ts";
import type { SecretMatcher } from "./secret-matcher.ts";
import { SHORTEST_SECRET } from "./secret-forms.ts";
import { keySensitivity } from "./sensitive-key.ts";
import type { KeySensitivity } from "./sensitive-key.ts";

const MAX_DEPTH = 200;
/** Shared parts are written once for each place, so little data can stand for a lot. */
const MAX_VALUES = 200_000;

export interface RedactedCopy {
  readonly value: JsonValue;
  /** Whether something was left out because the data is too deep or too much. */
  readonly isCut: boolean;
}

interface Walk {
  readonly matcher: SecretMatcher | undefined;
  /** The objects that hold the one at hand. */
  readonly path: Set<object>;
  readonly sensitivities: Map<string, KeySensitivity>;
  values: number;
  isCut: boolean;
}

/** The value as JSON without secrets; what JSON has no word for is left out, or null in a list. */
export function redactedCopy(
  value: unknown,
  matcher: SecretMatcher | undefined,
): RedactedCopy {
  const walk: Walk = {
    matcher,
    path: new Set(),
    sensitivities: new Map(),
    values: 0,
    isCut: false,
  };
  const copied = copy(value, walk) ?? null;
  return { value: copied, isCut: walk.isCut };
}

function copy(value: unknown, walk: Walk): JsonValue | undefined {
  walk.values += 1;
  switch (typeof value) {
    case "string":
      return replaceSecrets(value, walk.matcher);
    case "number":
      return Number.isFinite(value) ? copyNumber(value, walk) : null;
    case "bigint":
      return replaceSecrets(String(value), walk.matcher);
    case "boolean":
      return value;
    case "object":
      return value === null ? null : copyObject(value, walk);
    case "undefined":
    case "function":
    case "symbol":
      return undefined;
  }
}

function copyNumber(value: number, walk: Walk): JsonValue {
  // JSON knows no minus zero.
  if (value === 0) return 0;
  const digits = String(value);
  if (digits.length < SHORTEST_SECRET) return value;
  const shown = replaceSecrets(digits, walk.matcher);
  return shown === digits ? value : shown;
}

function copyObject(value: object, walk: Walk): JsonValue | undefined {
  if (walk.path.has(value)) return "[circular]";
  if (walk.path.size >= MAX_DEPTH || walk.values > MAX_VALUES) {
    walk.isCut = true;
    return "[omitted]";
  }
  walk.path.add(value);
  try {
    const form = readableForm(value);
    switch (form.kind) {
      case "value":
        return copy(form.value, walk);
      case "list":
        return copyList(form.items, walk);
      case "fields":
        return copyFields(form.fields, walk);
    }
  } catch {
    // Someone else's getter, iterator or proxy: that it can't be read is all there is to say.
    return "[unreadable]";
  } finally {
    walk.path.delete(value);
  }
}

function copyList(items: Iterable<unknown>, walk: Walk): JsonValue {
  const copied: JsonValue[] = [];
  for (const item of items) {
    if (walk.values > MAX_VALUES) {
      walk.isCut = true;
      break;
    }
    copied.push(copy(item, walk) ?? null);
  }
  return copied;
}

function copyFields(
  fields: readonly (readonly [string, unknown])[],
  walk: Walk,
): JsonValue {
  const copied = new Map<string, JsonValue>();
  const isNamedSecret = namesSecret(fields, walk);
  for (const [key, value] of fields) {
    if (walk.values > MAX_VALUES) {
      walk.isCut = true;
      break;
    }
    const isSecret =
      isSecretField(key, value, walk) || (isNamedSecret && key === "value");
    const child = isSecret && isSomething(value) ? REDACTED : copy(value, walk);
    if (child === undefined) continue;
    copied.set(freeKey(replaceSecrets(key, walk.matcher), copied), child);
  }
  // Not by assignment: a field may be called __proto__.
  return Object.fromEntries(copied);
}

function isSecretField(key: string, value: unknown, walk: Walk): boolean {
  const sensitivity = walk.sensitivities.get(key) ?? keySensitivity(key);
  walk.sensitivities.set(key, sensitivity);
  if (sensitivity === "secret_text") return holdsText(value, MAX_TEXT_DEPTH);
  return sensitivity === "secret";
}

/** `{ name: "authorization", value: "…" }`, as headers are often listed. */
function namesSecret(
  fields: readonly (readonly [string, unknown])[],
  walk: Walk,
): boolean {
  return fields.some(
    ([key, value]) =>
      (key === "name" || key === "key") &&
      typeof value === "string" &&
      isSecretField(value, "", walk),
  );
}

/** Whether a secret is there or not is none: `needsApiKey: true`, an empty password. */
function isSomething(value: unknown): boolean {
  return (
    value !== undefined &&
    value !== null &&
    value !== "" &&
    typeof value !== "boolean"
  );
}

const MAX_TEXT_DEPTH = 8;

function holdsText(value: unknown, depth: number): boolean {
  if (typeof value === "string") return !/^\d*$/.test(value);
  if (typeof value !== "object" || value === null) return false;
  if (depth === 0) return true;
  return Object.values(value).some((child) => holdsText(child, depth - 1));
}

/** Two fields whose names hold secrets stay two. */
function freeKey(key: string, taken: ReadonlyMap<string, unknown>): string {
  if (!taken.has(key)) return key;
  let number = 2;
  while (taken.has(`${key} ${number}`)) number += 1;
  return `${key} ${number}`;
}
