import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SessionSummary } from "@agent-studio/shared";
import {
  newestLimit,
  SESSION_PAGE,
  withNewest,
  withOlder,
  withoutSession,
  withSession,
} from "../src/client/session-pages.ts";
import type { SessionPages } from "../src/client/session-pages.ts";
import { aSession } from "./fakes/studio-server.ts";

const NOTHING: SessionPages = { sessions: [], complete: false };
const START = Date.parse("2026-01-01T00:00:00.000Z");

function at(name: number, minute: number): SessionSummary {
  return aSession(`s${name}-`, {
    updatedAt: new Date(START + minute * 60_000).toISOString(),
  });
}

/** A server's sessions, newest first. */
function sorted(sessions: readonly SessionSummary[]) {
  return [...sessions].sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));
}

function readNewest(known: SessionPages, sessions: readonly SessionSummary[]) {
  const limit = newestLimit(known);
  return withNewest(known, sessions.slice(0, limit), limit);
}

function readAll(sessions: readonly SessionSummary[]): SessionPages {
  let pages = readNewest(NOTHING, sessions);
  while (!pages.complete) {
    const from = pages.sessions.length;
    pages = withOlder(pages, sessions.slice(from, from + SESSION_PAGE));
  }
  return pages;
}

type Change = readonly ["touch" | "delete" | "add", number];

const changes = fc.array(
  fc.tuple(
    fc.constantFrom("touch" as const, "delete" as const, "add" as const),
    fc.nat(199),
  ),
  { maxLength: 30 },
);

/** What other tabs and runs do to the list. */
function changed(
  sessions: readonly SessionSummary[],
  steps: readonly Change[],
): readonly SessionSummary[] {
  return steps.reduce((list, [kind, pick], step) => {
    const minute = 10_000 + step;
    if (kind === "add") return [at(1_000 + step, minute), ...list];
    const index = pick % Math.max(1, list.length);
    const rest = list.filter((_, other) => other !== index);
    const touched = list[index];
    if (kind === "delete" || touched === undefined) return rest;
    const { updatedAt } = at(0, minute);
    return [{ ...touched, updatedAt, title: `t${step}` }, ...rest];
  }, sessions);
}

const numbered = (count: number) =>
  sorted(Array.from({ length: count }, (_, index) => at(index, index)));

describe("the list of sessions in pages", () => {
  it("is the server's list once all pages are read", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200 }), (count) => {
        const sessions = numbered(count);
        expect(readAll(sessions)).toEqual({ sessions, complete: true });
      }),
      { numRuns: 30 },
    );
  });

  it("shows no session that is gone and none as it was, whatever was done elsewhere", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 170 }),
        fc.boolean(),
        changes,
        (count, whole, steps) => {
          const all = numbered(count);
          const before = whole ? readAll(all) : readNewest(NOTHING, all);
          const later = changed(all, steps);
          const { sessions, complete } = readNewest(before, later);
          expect(sessions).toEqual(later.slice(0, sessions.length));
          if (complete) expect(sessions).toHaveLength(later.length);
          expect(readAll(later).sessions).toEqual(later);
        },
      ),
      { numRuns: 100 },
    );
  });

  it("stays whole at the largest number there can be", () => {
    const all = readAll(numbered(200));
    expect(readNewest(all, numbered(200))).toEqual(all);
  });

  it("takes what the page knows better, in place or at the top, and lets go", () => {
    const [one, two] = [aSession("one"), aSession("two")];
    const pages = { sessions: [one, two], complete: true };
    const renamed = { ...two, title: "three" };
    expect(withSession(pages, renamed).sessions).toEqual([one, renamed]);
    const later = { ...two, lastSequence: 9, pendingApprovals: 1 };
    const known = withSession(pages, later);
    expect(withSession(known, renamed)).toEqual(known);
    const fresh = aSession("fresh");
    expect(withSession(pages, fresh).sessions).toEqual([fresh, one, two]);
    expect(withoutSession(pages, one.sessionId).sessions).toEqual([two]);
  });
});
