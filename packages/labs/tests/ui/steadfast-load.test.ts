import { describe, expect, it } from "vitest";
import { steadfastLoad } from "../../src/ui/steadfast-load.ts";

function failing(times: number) {
  const waits: number[] = [];
  let tries = 0;
  const load = () => {
    tries += 1;
    return tries <= times
      ? Promise.reject(new Error(`failure ${tries}`))
      : Promise.resolve("part");
  };
  const wait = (ms: number) => {
    waits.push(ms);
    return Promise.resolve();
  };
  return { waits, load, wait, tries: () => tries };
}

describe("loading a part of the page", () => {
  it("takes one try where the line holds", async () => {
    const { load, wait, waits } = failing(0);
    expect(await steadfastLoad(load, { wait })).toBe("part");
    expect(waits).toEqual([]);
  });

  it("goes on trying while the line is cut, ever more slowly", async () => {
    const { load, wait, waits } = failing(5);
    expect(await steadfastLoad(load, { wait })).toBe("part");
    expect(waits).toHaveLength(5);
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  });

  it("fails with the last failure in the end", async () => {
    const { load, wait, tries } = failing(1_000);
    const failure = await steadfastLoad(load, { wait }).catch(String);
    expect(failure).toBe(`Error: failure ${tries()}`);
    expect(tries()).toBeLessThan(20);
  });
});
