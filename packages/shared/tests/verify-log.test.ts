import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LOG_INVARIANTS, verifyLog } from "../src/index.ts";
import { legalLog } from "../src/testing/index.ts";
import { BASE, numbered } from "./base-log.ts";
import { BROKEN } from "./broken-logs.ts";

describe("the promises about a log", () => {
  it("hold of every log that the protocol allows, whole or cut anywhere", () => {
    fc.assert(
      fc.property(legalLog({ maxChoices: 200 }), fc.nat(), (log, cut) => {
        expect(verifyLog(log)).toEqual([]);
        expect(verifyLog(log.slice(0, cut % (log.length + 1)))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it("hold of the log that the broken ones are made of", () => {
    expect(verifyLog(numbered(BASE))).toEqual([]);
  });

  it("have numbers that are their own and a sentence each", () => {
    const ids = LOG_INVARIANTS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(Object.keys(BROKEN).sort()).toEqual([...ids].sort());
    for (const { promise } of LOG_INVARIANTS) expect(promise).toMatch(/\.$/);
  });

  for (const { id, promise } of LOG_INVARIANTS)
    it(`are each needed: ${id} alone finds what breaks it (${promise})`, () => {
      expect(BROKEN[id]?.length).toBeGreaterThan(0);
      for (const broken of BROKEN[id] ?? []) {
        const found = verifyLog(broken()).map(({ invariant }) => invariant);
        expect([...new Set(found)]).toEqual([id]);
      }
    });
});
