import { describe, expect, it } from "vitest";
import { TEST_ORIGIN } from "../../src/testing/test-harness.ts";
import {
  call,
  turns,
  type SessionFixture,
  useFixtures,
} from "./session-fixture.ts";

const open = useFixtures();

const of = (watch: SessionFixture["watch"], runId: string): string[] =>
  watch.events
    .filter(
      (event) => event.runId === runId && event.type !== "assistant.delta",
    )
    .map((event) => event.type);

describe("a run", () => {
  it("that only talks is started, asked, answered and completed", async () => {
    const { send, ended, watch } = await open({
      script: turns({ reasoning: "hm", text: "hello there" }),
    });
    const runId = await send();
    const end = await ended(runId);
    expect(of(watch, runId)).toEqual([
      "run.started",
      "user.message",
      "model.requested",
      "assistant.started",
      "assistant.completed",
      "model.responded",
      "run.completed",
    ]);
    expect(end).toMatchObject({
      type: "run.completed",
      payload: {
        turns: 1,
        usage: { inputTokens: 10, outputTokens: 5 },
        costUsd: 0.001,
      },
    });
    const completed = await watch.untilType("assistant.completed");
    expect(completed.payload).toMatchObject({
      text: "hello there",
      reasoning: "hm",
      stopReason: "stop",
    });
  });

  it("executes an allowed call at once and gives its result to the next turn", async () => {
    const { send, ended, watch } = await open({
      script: ({ turn, replies }) =>
        turn === 1
          ? { calls: [call("look", "a")] }
          : turn === 2
            ? { text: replies.map((reply) => reply.text).join() }
            : undefined,
    });
    const runId = await send();
    await ended(runId);
    expect(of(watch, runId)).toEqual([
      "run.started",
      "user.message",
      "model.requested",
      "assistant.started",
      "assistant.completed",
      "model.responded",
      "tool.requested",
      "tool.started",
      "tool.completed",
      "model.requested",
      "assistant.started",
      "assistant.completed",
      "model.responded",
      "run.completed",
    ]);
    expect(
      watch.events.findLast((event) => event.type === "assistant.completed")
        ?.payload,
    ).toMatchObject({ text: "look saw a" });
  });

  it("of one message with five calls requests them in order, asks at once, and ends each on its own", async () => {
    const { send, ended, watch, session, probe } = await open({
      script: turns(
        {
          calls: [
            call("note", "first"),
            call("look"),
            call("mail"),
            call("forbidden"),
            { toolName: "nope" },
          ],
        },
        { text: "done" },
      ),
    });
    const runId = await send();
    await watch.untilType(
      "approval.required",
      ({ payload }) => payload.approval.toolName === "mail",
    );
    await watch.untilType("tool.completed");
    const requested = watch.events.flatMap((event) =>
      event.type === "tool.requested"
        ? [[event.payload.toolName, event.payload.policy]]
        : [],
    );
    expect(requested).toEqual([
      ["note", "ask"],
      ["look", "allow"],
      ["mail", "always_ask"],
      ["forbidden", "deny"],
      ["nope", "deny"],
    ]);
    expect(
      watch.events.flatMap((event) =>
        event.type === "tool.denied" ? [event.payload] : [],
      ),
    ).toMatchObject([
      { toolName: "forbidden", code: "TOOL_DENIED", reason: "policy" },
      { toolName: "nope", code: "TOOL_UNKNOWN", reason: "unknown_tool" },
    ]);
    expect(probe.executed).toEqual(["look:x"]);
    const [note, mail] = session.approvals();
    await session.deny(
      mail?.approvalId ?? "",
      { reason: "not now" },
      TEST_ORIGIN,
    );
    await session.approve(note?.approvalId ?? "", {}, TEST_ORIGIN);
    await ended(runId);
    expect(probe.executed).toEqual(["look:x", "note:first"]);
    expect(session.artifacts()).toMatchObject([
      { name: "notes.md", sizeBytes: 5 },
    ]);
    expect((await session.readArtifact("notes.md"))?.bytes.toString()).toBe(
      "first",
    );
  });

  it("fails arguments that do not fit, are cut off or are too large, without starting the tool", async () => {
    const { send, ended, watch, probe } = await open({
      script: turns(
        {
          calls: [
            { toolName: "look", args: { wrong: 1 } },
            { toolName: "look", args: {}, argsError: "cut off" },
            call("look", "y".repeat(70_000)),
          ],
        },
        { text: "ok" },
      ),
    });
    await ended(await send());
    const failed = watch.events.flatMap((event) =>
      event.type === "tool.failed" ? [event.payload.code] : [],
    );
    expect(failed).toEqual([
      "TOOL_ARGUMENTS_INVALID",
      "TOOL_ARGUMENTS_INVALID",
      "TOOL_ARGUMENTS_INVALID",
    ]);
    expect(watch.types()).not.toContain("tool.started");
    expect(probe.executed).toEqual([]);
  });

  it("shows a tool's own refusal, and nothing of a defect", async () => {
    const { send, ended, watch } = await open({
      script: turns(
        { calls: [call("look", "refuse"), call("look", "break")] },
        { text: "ok" },
      ),
    });
    await ended(await send());
    expect(
      watch.events.flatMap((event) =>
        event.type === "tool.failed" ? [event.payload] : [],
      ),
    ).toMatchObject([
      {
        code: "TOOL_ARGUMENTS_INVALID",
        message: "Only other values are valid.",
      },
      { code: "TOOL_FAILED" },
    ]);
    expect(JSON.stringify(watch.events)).not.toContain("secret detail");
  });

  it("survives odd tool names with an error result a call", async () => {
    const names = [
      "delete_everything",
      "",
      "look\n",
      "__proto__",
      "constructor",
    ];
    const { send, ended, watch } = await open({
      script: turns(
        { calls: [...names.map((toolName) => ({ toolName })), call("look")] },
        { text: "ok" },
      ),
    });
    const end = await ended(await send());
    expect(end.type).toBe("run.completed");
    expect(
      watch.events.filter((event) => event.type === "tool.denied"),
    ).toHaveLength(names.length);
    expect(
      watch.events.filter((event) => event.type === "tool.completed"),
    ).toHaveLength(1);
  });

  it("refuses the third identical call in consecutive turns and ends after two more", async () => {
    const { send, ended, watch, probe } = await open({
      script: () => ({ calls: [call("look", "same")] }),
    });
    const end = await ended(await send());
    expect(end).toMatchObject({
      type: "run.failed",
      payload: { code: "REPEATED_TOOL_CALL", turns: 5 },
    });
    expect(probe.executed).toEqual(["look:same", "look:same"]);
    expect(
      watch.events.filter((event) => event.type === "tool.denied"),
    ).toHaveLength(3);
  });

  it("ends at the turn limit with its pairs intact", async () => {
    const { send, ended, watch } = await open({
      script: ({ turn }) => ({ calls: [call("look", String(turn))] }),
      harness: { settings: { maxTurns: 3 } },
    });
    const end = await ended(await send());
    expect(end).toMatchObject({
      type: "run.failed",
      payload: { code: "MAX_TURNS", turns: 3 },
    });
    expect(
      watch.events.filter((event) => event.type === "tool.completed"),
    ).toHaveLength(3);
  });

  it("shows a failed attempt, the wait, and the retry as a new message", async () => {
    const failure = {
      code: "PROVIDER_UNAVAILABLE",
      message: "Try again.",
      retryable: true,
    } as const;
    const { send, ended, watch } = await open({
      script: turns(
        { text: "half an", failure, retry: { attempt: 1, delayMs: 10 } },
        { text: "whole" },
      ),
    });
    const runId = await send();
    const end = await ended(runId);
    expect(end).toMatchObject({ type: "run.completed", payload: { turns: 1 } });
    const messages = watch.events.flatMap((event) =>
      event.type === "assistant.completed" ? [event.payload] : [],
    );
    expect(messages).toMatchObject([
      { text: "half an", stopReason: "error" },
      { text: "whole", stopReason: "stop" },
    ]);
    expect(messages[0]?.messageId).not.toBe(messages[1]?.messageId);
    expect(of(watch, runId).slice(4, 8)).toEqual([
      "assistant.completed",
      "model.responded",
      "run.retrying",
      "model.requested",
    ]);
  });

  it("that the provider fails ends with the provider's code", async () => {
    const failure = {
      code: "PROVIDER_AUTH",
      message: "Check the key.",
      retryable: false,
    } as const;
    const { send, ended } = await open({ script: turns({ failure }) });
    expect(await ended(await send())).toMatchObject({
      type: "run.failed",
      payload: {
        code: "PROVIDER_AUTH",
        message: "Check the key.",
        retryable: false,
      },
    });
  });

  it("gives the next run the history with every call answered", async () => {
    const { send, ended, agents } = await open({
      script: ({ prompt, turn }) =>
        prompt === "go" && turn === 1
          ? { calls: [call("look"), { toolName: "nope" }] }
          : { text: "ok" },
    });
    await ended(await send("go"));
    await ended(await send("again"));
    const history = agents.created[1]?.history ?? [];
    expect(history.map((entry) => entry.kind)).toEqual([
      "prompt",
      "assistant",
      "tool",
      "tool",
      "assistant",
    ]);
  });

  it("keeps every event of a second session apart", async () => {
    const { harness, send, ended, watch, session } = await open({
      script: turns({ text: "one" }),
    });
    const other = await harness.session();
    await ended(await send());
    expect(
      watch.events.every((event) => event.sessionId === session.sessionId),
    ).toBe(true);
    expect(other.summary().lastSequence).toBe(2);
  });
});
