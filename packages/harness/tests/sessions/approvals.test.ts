import { createHash } from "node:crypto";
import { checkLegal } from "@agent-studio/shared/testing";
import { describe, expect, it } from "vitest";
import type { Approval } from "@agent-studio/shared";
import { TEST_ORIGIN } from "../../src/testing/test-harness.ts";
import {
  call,
  openFixture,
  turns,
  type SessionFixture,
  useFixtures,
} from "./session-fixture.ts";

const open = useFixtures();

async function waiting(
  used: SessionFixture,
  toolName = "note",
): Promise<Approval> {
  const event = await used.watch.untilType(
    "approval.required",
    ({ payload }) => payload.approval.toolName === toolName,
  );
  return event.payload.approval;
}

const oneNote = turns({ calls: [call("note", "hello")] }, { text: "done" });

describe("an approval", () => {
  it("holds the frozen arguments, their digest and the tool's own words", async () => {
    const used = await open({ script: oneNote });
    await used.send();
    const approval = await waiting(used);
    expect(approval).toMatchObject({
      toolName: "note",
      policy: "ask",
      args: { value: "hello" },
      risk: "medium",
      status: "pending",
      summary: { en: "Note hello" },
    });
    expect(approval.argsDigest).toBe(
      createHash("sha256").update('{"value":"hello"}').digest("hex"),
    );
    expect(used.probe.executed).toEqual([]);
    expect(used.session.summary()).toMatchObject({
      status: "awaiting_approval",
      pendingApprovals: 1,
    });
    await used.session.approve(
      approval.approvalId,
      { argsDigest: approval.argsDigest },
      TEST_ORIGIN,
    );
  });

  it("of 50 simultaneous decisions executes once and answers all alike", async () => {
    const used = await open({ script: oneNote });
    const runId = await used.send();
    const { approvalId } = await waiting(used);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        used.session.approve(approvalId, {}, TEST_ORIGIN),
      ),
    );
    await used.ended(runId);
    expect(used.probe.executed).toEqual(["note:hello"]);
    expect(new Set(answers.map((answer) => answer.status))).toEqual(
      new Set(["approved"]),
    );
    expect(
      used.watch.events.filter((event) => event.type === "approval.resolved"),
    ).toHaveLength(1);
  });

  it("goes to the first of two opposite decisions, and the other learns it", async () => {
    const used = await open({ script: oneNote });
    const runId = await used.send();
    const { approvalId } = await waiting(used);
    const [denied, approved] = await Promise.allSettled([
      used.session.deny(approvalId, { reason: "no" }, TEST_ORIGIN),
      used.session.approve(approvalId, {}, TEST_ORIGIN),
    ]);
    expect(denied).toMatchObject({
      status: "fulfilled",
      value: { status: "denied", reason: "no" },
    });
    expect(approved).toMatchObject({
      status: "rejected",
      reason: {
        code: "APPROVAL_ALREADY_RESOLVED",
        details: { approval: { status: "denied" } },
      },
    });
    await used.ended(runId);
    expect(used.probe.executed).toEqual([]);
  });

  it("keeps the first reason when the same denial comes again with another one", async () => {
    const used = await open({ script: oneNote });
    await used.send();
    const { approvalId } = await waiting(used);
    await used.session.deny(approvalId, {}, TEST_ORIGIN);
    const again = await used.session.deny(
      approvalId,
      { reason: "because" },
      TEST_ORIGIN,
    );
    expect(again.status).toBe("denied");
    expect(again.reason).toBeUndefined();
  });

  it("refuses a wrong digest and stays pending", async () => {
    const used = await open({ script: oneNote });
    await used.send();
    const { approvalId } = await waiting(used);
    await expect(
      used.session.approve(
        approvalId,
        { argsDigest: "0".repeat(64) },
        TEST_ORIGIN,
      ),
    ).rejects.toMatchObject({ code: "APPROVAL_DIGEST_MISMATCH" });
    expect(used.session.approvals()[0]?.status).toBe("pending");
  });

  it("of another session does not exist here", async () => {
    const used = await open({ script: oneNote });
    await used.send();
    const { approvalId } = await waiting(used);
    const other = await used.harness.session();
    await expect(
      other.approve(approvalId, {}, TEST_ORIGIN),
    ).rejects.toMatchObject({ code: "APPROVAL_NOT_FOUND" });
  });

  it("runs a person's arguments instead, records them and tells the model", async () => {
    let told = "";
    const used = await open({
      script: ({ turn, replies }) => {
        if (turn === 1) return { calls: [call("note", "ten")] };
        told = replies[0]?.text ?? "";
        return { text: "done" };
      },
    });
    const runId = await used.send();
    const { approvalId } = await waiting(used);
    await expect(
      used.session.approve(approvalId, { args: { value: 7 } }, TEST_ORIGIN),
    ).rejects.toMatchObject({
      code: "TOOL_ARGUMENTS_INVALID",
      details: { issues: [{ path: "/value", rule: "type" }] },
    });
    expect(used.session.approvals()[0]?.status).toBe("pending");
    const approval = await used.session.approve(
      approvalId,
      { args: { value: "one" } },
      TEST_ORIGIN,
    );
    expect(approval).toMatchObject({
      status: "approved",
      args: { value: "ten" },
      editedArgs: { value: "one" },
    });
    await used.ended(runId);
    expect(used.probe.executed).toEqual(["note:one"]);
    expect(told).toContain("A person changed the arguments");
    await expect(
      used.session.approve(approvalId, {}, TEST_ORIGIN),
    ).rejects.toMatchObject({ code: "APPROVAL_ALREADY_RESOLVED" });
    await expect(
      used.session.approve(approvalId, { args: { value: "one" } }, TEST_ORIGIN),
    ).resolves.toMatchObject({ status: "approved" });
  });

  it("expires in silence: never executed, and the model learns that nobody refused", async () => {
    let told = "";
    const used = await open({
      script: ({ turn, replies }) => {
        if (turn === 1) return { calls: [call("note")] };
        told = replies[0]?.text ?? "";
        return { text: "done" };
      },
      harness: { settings: { approvalTimeoutMs: 20 } },
    });
    const runId = await used.send();
    const { approvalId } = await waiting(used);
    await used.ended(runId);
    expect(used.session.approvals()[0]?.status).toBe("expired");
    expect(used.probe.executed).toEqual([]);
    expect(told).toContain("nobody refused");
    await expect(
      used.session.approve(approvalId, {}, TEST_ORIGIN),
    ).rejects.toMatchObject({ code: "APPROVAL_ALREADY_RESOLVED" });
  });

  it("of several is decided each on its own, in any order, and results keep the order of the calls", async () => {
    const used = await open({
      script: ({ turn, replies }) =>
        turn === 1
          ? { calls: [call("note", "1"), call("note", "2"), call("note", "3")] }
          : { text: replies.map((reply) => reply.isError).join() },
    });
    const runId = await used.send();
    await used.watch.until(
      (event) =>
        event.type === "approval.required" &&
        used.session.approvals().length === 3,
    );
    const [one, two, three] = used.session.approvals();
    await used.session.approve(three?.approvalId ?? "", {}, TEST_ORIGIN);
    await used.session.approve(one?.approvalId ?? "", {}, TEST_ORIGIN);
    await used.session.deny(two?.approvalId ?? "", {}, TEST_ORIGIN);
    await used.ended(runId);
    expect(used.probe.executed).toEqual(["note:3", "note:1"]);
    expect(
      used.watch.events.findLast(
        (event) => event.type === "assistant.completed",
      )?.payload,
    ).toMatchObject({ text: "false,true,false" });
  });

  it("is answered by trust for `ask`, never for `always_ask`, and trust decides nothing that already waits", async () => {
    const used = await open({
      script: turns(
        { calls: [call("note", "1")] },
        { calls: [call("note", "2"), call("mail")] },
        { text: "done" },
      ),
    });
    const runId = await used.send();
    const first = await waiting(used);
    await used.session.update({ trust: true }, TEST_ORIGIN);
    expect(used.session.approvals()[0]?.status).toBe("pending");
    await used.session.approve(first.approvalId, {}, TEST_ORIGIN);
    const mail = await waiting(used, "mail");
    await used.watch.untilType(
      "tool.completed",
      ({ payload }) => payload.toolName === "note",
    );
    expect(
      used.watch.events
        .filter((event) => event.type === "approval.resolved")
        .map((event) => event.actor?.kind),
    ).toContain("trust");
    await used.session.deny(mail.approvalId, {}, TEST_ORIGIN);
    await used.ended(runId);
    expect(used.probe.executed).toEqual(["note:1", "note:2"]);
  });

  it("reads a free call once and keeps both results when a mixed batch is decided", async () => {
    for (const decision of ["approve", "deny", "cancel"] as const) {
      const used = await openFixture({
        script: ({ prompt, turn }) =>
          prompt === "go" && turn === 1
            ? { calls: [call("look", "free"), call("note", "asked")] }
            : { text: "done" },
      });
      const runId = await used.send();
      const { approvalId } = await waiting(used);
      if (decision === "approve")
        await used.session.approve(approvalId, {}, TEST_ORIGIN);
      if (decision === "deny")
        await used.session.deny(approvalId, {}, TEST_ORIGIN);
      if (decision === "cancel")
        await used.session.cancelRun(runId, TEST_ORIGIN);
      await used.ended(runId);
      expect(
        used.probe.executed.filter((entry) => entry === "look:free"),
      ).toHaveLength(1);
      const next = await used.send("next");
      await used.ended(next);
      expect(
        used.agents.created[1]?.history.filter(
          (entry) => entry.kind === "tool",
        ),
      ).toHaveLength(2);
      await used.dispose();
      expect(checkLegal(used.watch.events)).toEqual([]);
    }
  });
});
