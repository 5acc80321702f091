import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTurns } from "../../src/stream/turns.ts";

function setting(budgetMs = 4) {
  let time = 0;
  const loop: (() => void)[] = [];
  const turns = createTurns({
    budgetMs,
    now: () => time,
    later: (run) => loop.push(run),
  });
  return {
    turns,
    pass: (ms: number) => (time += ms),
    /** One turn of the loop; false when nothing waits for one. */
    turn: () => loop.splice(0).map((run) => run()).length > 0,
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
    const { turns, turn, pass } = setting(4);
    const done: number[] = [];
    for (const n of [1, 2, 3, 4, 5])
      turns.ask({
        takeTurn: () => {
          done.push(n);
          pass(3);
        },
      });
    turn();
    expect(done).toEqual([1, 2]);
    turn();
    expect(done).toEqual([1, 2, 3, 4]);
    turn();
    expect(done).toEqual([1, 2, 3, 4, 5]);
  });

  it("of one that asks again come after all the others", () => {
    const { turns, turn } = setting();
    const done: string[] = [];
    const greedy = {
      takeTurn: () => {
        done.push("greedy");
        turns.ask(greedy);
      },
    };
    turns.ask(greedy);
    turns.ask({ takeTurn: () => done.push("a") });
    turn();
    turns.ask({ takeTurn: () => done.push("b") });
    turn();
    expect(done).toEqual(["greedy", "a", "greedy", "b"]);
  });

  it("tell how long the loop kept them waiting", () => {
    const { turns, turn, pass } = setting();
    turns.ask({ takeTurn: () => undefined });
    pass(40);
    turn();
    expect(turns.lagMs).toBe(40);
    turns.ask({ takeTurn: () => undefined });
    turn();
    expect(turns.lagMs).toBe(0);
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
