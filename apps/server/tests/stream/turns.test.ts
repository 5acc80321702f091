import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTurns } from "../../src/stream/turns.ts";

function setting(budgetMs = 4) {
  let time = 0;
  const soon: (() => void)[] = [];
  const loop: (() => void)[] = [];
  const turns = createTurns({
    budgetMs,
    now: () => time,
    soon: (run) => soon.push(run),
    later: (run) => loop.push(run),
  });
  const run = (due: (() => void)[]) =>
    due.splice(0).map((call) => call()).length > 0;
  return {
    turns,
    pass: (ms: number) => (time += ms),
    /** The end of what runs now; false when nothing waits for it. */
    end: () => run(soon),
    /** One turn of the loop, which the end of what ran before comes first in; false when nothing waits. */
    turn: () => [run(soon), run(loop)].includes(true),
  };
}

describe("turns", () => {
  it("come later, in the order of asking, all in one turn of the loop while there is time", () => {
    const { turns, turn } = setting();
    const done: number[] = [];
    for (const n of [1, 2, 3]) turns.ask({ takeTurn: () => done.push(n) });
    expect(done).toEqual([]);
    expect(turn()).toBe(true);
    expect(done).toEqual([1, 2, 3]);
    expect(turn()).toBe(false);
  });

  it("let the loop go when the budget is spent, after the piece that is under way", () => {
    const { turns, end, turn, pass } = setting(4);
    const done: number[] = [];
    for (const n of [1, 2, 3, 4, 5])
      turns.ask({
        takeTurn: () => {
          done.push(n);
          pass(3);
        },
      });
    end();
    expect(done).toEqual([1, 2]);
    turn();
    expect(done).toEqual([1, 2, 3, 4]);
    turn();
    expect(done).toEqual([1, 2, 3, 4, 5]);
  });

  it("of one that asks again come after all the others", () => {
    const { turns, end, turn } = setting();
    const done: string[] = [];
    const greedy = {
      takeTurn: () => {
        done.push("greedy");
        turns.ask(greedy);
      },
    };
    turns.ask(greedy);
    turns.ask({ takeTurn: () => done.push("a") });
    end();
    turns.ask({ takeTurn: () => done.push("b") });
    turn();
    expect(done).toEqual(["greedy", "a", "greedy", "b"]);
  });

  it("come at the end of what runs after a rest, and else with the loop", () => {
    const { turns, end, turn, pass } = setting();
    const done: string[] = [];
    const ask = (name: string) =>
      turns.ask({ takeTurn: () => done.push(name) });
    ask("a");
    expect(end()).toBe(true);
    expect(done).toEqual(["a"]);
    ask("at once");
    expect(end()).toBe(false);
    expect(turn()).toBe(true);
    pass(1);
    ask("after a rest");
    expect(end()).toBe(true);
    expect(done).toEqual(["a", "at once", "after a rest"]);
  });

  it("are given to everyone exactly as often as asked for, whatever each takes", () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ ms: fc.nat(10), again: fc.nat(3) })),
        (pieces) => {
          const { turns, turn, pass } = setting();
          let given = 0;
          for (const { ms, again } of pieces) {
            let left = again;
            const work = {
              takeTurn: () => {
                given += 1;
                pass(ms);
                left -= 1;
                if (left >= 0) turns.ask(work);
              },
            };
            turns.ask(work);
          }
          while (turn());
          expect(given).toBe(
            pieces.reduce((sum, { again }) => sum + again + 1, 0),
          );
        },
      ),
    );
  });
});
