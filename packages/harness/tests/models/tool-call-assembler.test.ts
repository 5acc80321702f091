import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isRecord, recordAt } from "../../src/models/wire/json-record.ts";
import { ToolCallAssembler } from "../../src/models/wire/tool-call-assembler.ts";

interface Call {
  readonly name: string;
  readonly args: Record<string, string>;
}

interface Assembled {
  readonly name: unknown;
  readonly args: string;
}

function assemble(fragments: readonly Record<string, unknown>[]): Assembled[] {
  const assembler = new ToolCallAssembler();
  const calls: Assembled[] = [];
  for (const fragment of fragments) {
    const out = assembler.push(fragment);
    const place = Number(out["index"]);
    const called = recordAt(out, "function") ?? {};
    calls[place] = {
      name: called["name"],
      args: (calls[place]?.args ?? "") + String(called["arguments"]),
    };
  }
  return calls;
}

/** The arguments in pieces; a piece that is an object by itself may be part of a larger one. */
const cut = (text: string, places: readonly number[]): readonly string[] => {
  const cuts = [...new Set(places.map((place) => place % text.length))]
    .filter((place) => place > 0)
    .sort((a, b) => a - b);
  return [0, ...cuts].map((from, index) =>
    text.slice(from, cuts[index] ?? text.length),
  );
};

const call: fc.Arbitrary<Call> = fc.record({
  name: fc.constantFrom("get_order", "set_price"),
  args: fc.dictionary(fc.string({ maxLength: 5 }), fc.string(), {
    minKeys: 1,
    maxKeys: 3,
  }),
});
const places = fc.array(fc.nat({ max: 100 }), { maxLength: 4 });

/** How servers number and name the fragments of a call, `at` being its place and `first` its first fragment. */
const STYLES = {
  "as OpenAI does": (at: number, first: boolean, name: string) => ({
    index: at,
    ...(first ? { id: `c${at}` } : {}),
    name: first ? name : undefined,
  }),
  "with index 0 for all": (at: number, first: boolean, name: string) => ({
    index: 0,
    ...(first ? { id: `c${at}` } : {}),
    name: first ? name : undefined,
  }),
  "with the id on every fragment and no index": (
    at: number,
    _first: boolean,
    name: string,
  ) => ({ id: `c${at}`, name: at % 2 === 0 ? name : name }),
  "without ids": (at: number, first: boolean, name: string) => ({
    index: at,
    name: first ? name : undefined,
  }),
  "with one id for all": (at: number, first: boolean, name: string) => ({
    index: at,
    id: "dup",
    name: first ? name : undefined,
  }),
} as const;

describe("fragments of tool calls", () => {
  it.each(Object.entries(STYLES))(
    "are sorted into their calls: %s",
    (_name, style) => {
      fc.assert(
        fc.property(
          fc.array(fc.tuple(call, places), { minLength: 1, maxLength: 4 }),
          (list) => {
            const fragments = list.flatMap(([{ name, args }, cuts], at) =>
              cut(JSON.stringify(args), cuts).map((piece, index) => {
                const { name: shown, ...rest } = style(at, index === 0, name);
                return { ...rest, function: { name: shown, arguments: piece } };
              }),
            );
            expect(assemble(fragments)).toEqual(
              list.map(([{ name, args }]) => ({
                name,
                args: JSON.stringify(args),
              })),
            );
          },
        ),
      );
    },
  );

  it("never become one readable call of two that were readable", () => {
    const fragment = fc.record(
      {
        index: fc.constantFrom(0, 1),
        id: fc.constantFrom("a", "b"),
        function: fc.record(
          {
            name: fc.constantFrom("get_order", "set_price"),
            arguments: fc.constantFrom('{"id":"A-1"}', '{"id":"B-2"}'),
          },
          { requiredKeys: ["arguments"] },
        ),
      },
      { requiredKeys: ["function"] },
    );
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 6 }), (fragments) => {
        const readable = assemble(fragments).filter(({ args }) => {
          try {
            return isRecord(JSON.parse(args));
          } catch {
            return false;
          }
        });
        const sent = fragments.map((each) => each.function.arguments);
        for (const { args } of readable) expect(sent).toContain(args);
        expect(readable.length).toBeLessThanOrEqual(fragments.length);
      }),
    );
  });

  it("take an object for its text", () => {
    expect(
      assemble([{ function: { name: "get_order", arguments: { id: "A" } } }]),
    ).toEqual([{ name: "get_order", args: '{"id":"A"}' }]);
  });
});
