import { expect, it } from "vitest";
import { isAsked, parseBenchOptions } from "../src/bench-options.ts";

it("measures everything when nothing is asked for", () => {
  const options = parseBenchOptions([]);
  expect(options).toMatchObject({ isQuick: false, writesDocs: false });
  expect(isAsked(options, "paced-1")).toBe(true);
});

it("measures what is named, and what begins with a name", () => {
  const options = parseBenchOptions(["--only", "paced-1,full"]);
  const asked = ["paced-1", "paced-1000", "full-30", "herd"];
  expect(asked.filter((name) => isAsked(options, name))).toEqual([
    "paced-1",
    "full-30",
  ]);
});

it("refuses a flag that there is not", () => {
  expect(() => parseBenchOptions(["--fast"])).toThrow("--fast");
});

it("writes no figures of a quick run into the documentation", () => {
  expect(() => parseBenchOptions(["--quick", "--docs"])).toThrow("--quick");
});
