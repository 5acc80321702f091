import { describe, expect, it } from "vitest";
import { anApproval } from "@agent-studio/shared/testing";
import { pendingCount } from "../src/client/pending-count.ts";
import { aSession } from "./fakes/studio-server.ts";

const one = aSession("one", { pendingApprovals: 2 });
const two = aSession("two", { pendingApprovals: 1 });
const waiting = (name: string) =>
  anApproval({ sessionId: aSession(name).sessionId });

describe("the number of the badge", () => {
  it("adds up what the sessions say", () => {
    const facts = { shown: [one, two], leaving: new Set<string>() };
    expect(pendingCount({ ...facts, approvals: null })).toBe(3);
  });

  it("takes listed sessions by their summary, others by their approvals", () => {
    const approvals = [waiting("one"), waiting("far"), waiting("far")];
    const facts = { shown: [one, two], leaving: new Set<string>() };
    expect(pendingCount({ ...facts, approvals })).toBe(5);
  });

  it("counts nothing of sessions on their way out", () => {
    const leaving = new Set([two.sessionId]);
    const approvals = [waiting("two")];
    expect(pendingCount({ shown: [one], leaving, approvals })).toBe(2);
  });
});
