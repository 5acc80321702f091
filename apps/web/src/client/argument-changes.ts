/** What a person changed in arguments, place by place. */
import { below } from "./read-arguments.ts";

export interface ArgumentChange {
  /** Where, as a JSON Pointer; "" is the whole. */
  readonly path: string;
  /** As text: strings as they are, anything else as indented JSON. Absent where there was, or is, nothing. */
  readonly before?: string;
  readonly after?: string;
}

/** The places in which two values differ, in the order of the first; empty when they are equal. */
export function changesBetween(
  before: unknown,
  after: unknown,
  path = "",
): readonly ArgumentChange[] {
  if (isFields(before) && isFields(after)) {
    return fieldChanges(before, after, path);
  }
  if (
    Array.isArray(before) &&
    Array.isArray(after) &&
    before.length === after.length
  ) {
    return before.flatMap((item: unknown, index) =>
      changesBetween(item, after[index], below(path, index)),
    );
  }
  if (textOf(before) === textOf(after) && typeof before === typeof after) {
    return [];
  }
  return [{ path, before: textOf(before), after: textOf(after) }];
}

type Fields = Readonly<Record<string, unknown>>;

function fieldChanges(
  before: Fields,
  after: Fields,
  path: string,
): readonly ArgumentChange[] {
  const kept = Object.keys(before).flatMap((name) => {
    const place = below(path, name);
    return Object.hasOwn(after, name)
      ? changesBetween(before[name], after[name], place)
      : [{ path: place, before: textOf(before[name]) }];
  });
  const added = Object.keys(after)
    .filter((name) => !Object.hasOwn(before, name))
    .map((name) => ({ path: below(path, name), after: textOf(after[name]) }));
  return [...kept, ...added];
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
