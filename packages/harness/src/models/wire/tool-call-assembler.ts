/**
 * Sorts the fragments of tool calls on the chat-completions wire. Providers repeat, skip or leave out the index and the
 * id; a fragment goes to a call only when that can't glue two calls together, else it starts a call of its own, which
 * then fails visibly if it is not whole.
 */
import {
  isRecord,
  numberAt,
  parseJson,
  recordAt,
  textAt,
  type JsonRecord,
} from "./json-record.ts";

interface AssembledCall {
  /** Its place among the calls of the message: what the parser behind us gets as index. */
  readonly place: number;
  readonly index: number | undefined;
  id: string | undefined;
  name: string | undefined;
  args: string;
}

interface Fragment {
  readonly index: number | undefined;
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly args: string;
}

export class ToolCallAssembler {
  readonly #calls: AssembledCall[] = [];

  /** Whether any call was begun. */
  get hasCalls(): boolean {
    return this.#calls.length > 0;
  }

  /** The fragment with an index and an id that belong to one call only. */
  push(value: JsonRecord): JsonRecord {
    const fragment = readFragment(value);
    const call = this.#callOf(fragment) ?? this.#begin(fragment);
    call.id ??= fragment.id;
    call.name ??= fragment.name;
    call.args += fragment.args;
    return {
      index: call.place,
      id: `wire_${call.place}`,
      type: "function",
      function: { name: call.name ?? "", arguments: fragment.args },
    };
  }

  #begin({ index, id, name }: Fragment): AssembledCall {
    const place = this.#calls.length;
    const call = { place, index, id, name, args: "" };
    this.#calls.push(call);
    return call;
  }

  /** The call that the fragment goes on with; undefined when it begins one. */
  #callOf(fragment: Fragment): AssembledCall | undefined {
    const candidate = this.#candidate(fragment);
    return candidate !== undefined && goesOn(candidate, fragment)
      ? candidate
      : undefined;
  }

  #candidate({ index, id }: Fragment): AssembledCall | undefined {
    const withId = this.#calls.findLast(
      (call) =>
        id !== undefined &&
        call.id === id &&
        (index === undefined || call.index === undefined),
    );
    if (index === undefined) return withId ?? this.#calls.at(-1);
    return this.#calls.findLast((call) => call.index === index) ?? withId;
  }
}

function goesOn(call: AssembledCall, fragment: Fragment): boolean {
  const { id, name, args } = fragment;
  const isOtherId = id !== undefined && call.id !== undefined && id !== call.id;
  const isNext = args !== "" && isWhole(call.args);
  // Id and name may come after the arguments, but never from another call.
  if (call.name === undefined) return !isOtherId && !isNext;
  // Some servers make up a new id for every fragment; a whole call takes nothing more from those.
  if (name === undefined) return !isOtherId || !isWhole(call.args);
  return !isOtherId && !isNext && name === call.name && repeats(call, fragment);
}

/** Whether a fragment with a call's own name repeats it, rather than naming the next call of the same tool. */
function repeats(call: AssembledCall, { id, args }: Fragment): boolean {
  return args === "" || call.args === "" || id !== undefined || !isWhole(args);
}

/** Whether these arguments are a complete object. */
function isWhole(args: string): boolean {
  return isRecord(parseJson(args));
}

function readFragment(value: JsonRecord): Fragment {
  const called = recordAt(value, "function") ?? {};
  const args = called["arguments"];
  return {
    index: numberAt(value, "index"),
    id: textAt(value, "id"),
    name: textAt(called, "name"),
    // Some servers send the object itself instead of its text.
    args:
      typeof args === "string"
        ? args
        : isRecord(args)
          ? JSON.stringify(args)
          : "",
  };
}
