/** How an object is read when it is to be written as JSON. Objects that JSON would show as `{}` say what they are. */

export type ReadableForm =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "list"; readonly items: Iterable<unknown> }
  | {
      readonly kind: "fields";
      readonly fields: readonly (readonly [string, unknown])[];
    };

/** May throw what getters, `toJSON` or a proxy throw. */
export function readableForm(value: object): ReadableForm {
  if (Array.isArray(value)) return { kind: "list", items: value };
  if (value instanceof Error) {
    return { kind: "fields", fields: errorFields(value) };
  }
  if (isBytes(value)) {
    return { kind: "value", value: `[${value.byteLength} bytes]` };
  }
  if (value instanceof Set) return { kind: "list", items: value };
  if (isPairs(value)) {
    const fields = Array.from(
      value,
      ([key, child]) => [String(key), child] as const,
    );
    return { kind: "fields", fields };
  }
  return jsonForm(value);
}

function jsonForm(value: object): ReadableForm {
  const toJson: unknown = Reflect.get(value, "toJSON");
  if (typeof toJson === "function") {
    const written: unknown = Reflect.apply(toJson, value, []);
    const isItself = written === value;
    return isItself
      ? { kind: "fields", fields: ownFields(value) }
      : { kind: "value", value: written };
  }
  const isBoxed =
    value instanceof String ||
    value instanceof Number ||
    value instanceof Boolean;
  if (isBoxed) return { kind: "value", value: value.valueOf() };
  return { kind: "fields", fields: ownFields(value) };
}

function ownFields(value: object): (readonly [string, unknown])[] {
  return Object.keys(value).map((key) => [key, readField(value, key)] as const);
}

/** One field that can't be read hides none of the others. */
function readField(value: object, key: string): unknown {
  try {
    return Reflect.get(value, key);
  } catch {
    return "[unreadable]";
  }
}

/** Never the stack: it names the machine's paths. */
function errorFields(error: Error): (readonly [string, unknown])[] {
  const named = [
    ["name", error.name],
    ["message", error.message],
  ] as const;
  const hidden = ["cause", "errors"]
    .filter((key) => Object.hasOwn(error, key))
    .map((key) => [key, readField(error, key)] as const);
  const given = ownFields(error).filter(
    ([key]) => !["name", "message", "stack", "cause", "errors"].includes(key),
  );
  return [...named, ...given, ...hidden];
}

function isBytes(value: object): value is { readonly byteLength: number } {
  return (
    ArrayBuffer.isView(value) ||
    value instanceof ArrayBuffer ||
    value instanceof SharedArrayBuffer
  );
}

function isPairs(value: object): value is Iterable<[unknown, unknown]> {
  return (
    value instanceof Map ||
    value instanceof Headers ||
    value instanceof URLSearchParams ||
    value instanceof FormData
  );
}
