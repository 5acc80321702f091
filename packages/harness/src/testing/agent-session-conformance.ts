/** What every adapter of `AgentSessionPort` promises, whatever the loop behind it. */
import { describe, expect, it } from "vitest";
import type { JsonObject } from "@agent-studio/shared";
import type {
  AgentSessionFactory,
  AgentSessionOptions,
  AgentSessionPort,
  HistoryEntry,
} from "../agent/agent-session.ts";
import type { DemoScript } from "../models/demo-script.ts";
import { RecordingHost } from "./recording-host.ts";
import { createTestTools, ToolProbe } from "./test-lab.ts";

/** What the model does in one turn; `isEndless` is a text that is still being written when the test stops it. */
export interface ConformanceTurn {
  readonly text?: string;
  readonly calls?: readonly { toolName: string; args: JsonObject }[];
  readonly isEndless?: boolean;
}

export interface ConformanceSituation {
  readonly prompt: string;
  readonly turn: number;
  /** Texts of the results of the turn before, in the order in which the model reads them. */
  readonly replies: readonly string[];
}

/** Throwing stands for a model, or a loop, that fails. */
export type ConformanceScript = (
  situation: ConformanceSituation,
) => ConformanceTurn;

export interface AgentSessionConformanceOptions {
  readonly name: string;
  /** A loop whose model follows the script; the demo script is handed to `create` by the suite. */
  readonly open: (script: ConformanceScript) => {
    readonly factory: AgentSessionFactory;
    readonly demoScript: DemoScript;
  };
}

interface Opened {
  readonly host: RecordingHost;
  readonly agent: AgentSessionPort;
}

const look = (value: string) => ({ toolName: "look", args: { value } });

/** Declares the suite: call it in a test file of the adapter. */
export function agentSessionConformance({
  name,
  open: openLoop,
}: AgentSessionConformanceOptions): void {
  const open = async (
    script: ConformanceScript,
    history: readonly HistoryEntry[] = [],
    replay: readonly unknown[] = [],
  ): Promise<Opened> => {
    const { factory, demoScript } = openLoop(script);
    const host = new RecordingHost();
    const options: AgentSessionOptions = {
      sessionId: "ses_0123456789abcdefghijk",
      connection: {
        providerId: "demo",
        api: "demo",
        modelId: "demo-script",
        supportsImages: true,
        hasKey: false,
        keyHint: null,
        configuredAt: "2026-01-01T12:00:00.000Z",
      },
      demoScript,
      systemPrompt: "You are tested.",
      tools: createTestTools(new ToolProbe()),
      history,
      replay,
      host,
    };
    return { host, agent: await factory.create(options) };
  };

  describe(`${name} keeps the promises of an agent session`, () => {
    declareOrder(open);
    declareCalls(open);
    declareReplay(open);
    declareStops(open);
    declareEnds(open);
  });
}

type Open = (
  script: ConformanceScript,
  history?: readonly HistoryEntry[],
  replay?: readonly unknown[],
) => Promise<Opened>;

function declareOrder(open: Open): void {
  it("reports a call of the model, its text in pieces, and its answer, in this order", async () => {
    const { host, agent } = await open(() => ({ text: "one two three" }));
    await agent.prompt("go");
    const types = host.events.map(({ type }) => type);
    expect(types[0]).toBe("requested");
    expect(types.at(-1)).toBe("responded");
    expect(types.slice(1, -1)).toEqual(host.of("delta").map(() => "delta"));
    expect(
      host
        .of("delta")
        .map(({ delta }) => delta)
        .join(""),
    ).toBe("one two three");
    expect(host.of("responded")[0]).toMatchObject({
      stopReason: "stop",
      parts: [{ kind: "text", part: 0, text: "one two three" }],
    });
    agent.dispose();
  });

  it("goes on from what it sealed itself", async () => {
    const first = await open(({ turn }) =>
      turn === 1 ? { calls: [look("a")] } : { text: "seen" },
    );
    await first.agent.prompt("first");
    const at = "2026-01-01T12:00:00.000Z";
    const history: HistoryEntry[] = [{ kind: "prompt", text: "first", at }];
    for (const { sealed, parts } of first.host.of("responded")) {
      history.push({ kind: "assistant", sealed });
      for (const part of parts)
        if (part.kind === "call")
          history.push({
            kind: "tool",
            toolCallId: part.toolCallId,
            toolName: part.toolName,
            reply: { text: "reply", isError: false },
            at,
          });
    }
    const second = await open(({ prompt }) => ({ text: prompt }), history);
    await second.agent.prompt("second");
    expect(second.host.of("responded")).toMatchObject([
      { parts: [{ text: "second" }] },
    ]);
    first.agent.dispose();
    second.agent.dispose();
  });
}

function declareCalls(open: Open): void {
  it("executes every call once, after it was reported, and the next turn reads the results in order", async () => {
    let read: readonly string[] = [];
    const { host, agent } = await open(({ turn, replies }) => {
      if (turn === 1)
        return { text: "I look.", calls: [look("a"), look("b"), look("c")] };
      read = replies;
      return { text: "done" };
    });
    const release = new Map<string, () => void>();
    host.answer = (toolCallId) =>
      new Promise((resolve) => {
        const text = `result ${host.executed.indexOf(toolCallId)}`;
        release.set(toolCallId, () => resolve({ text, isError: false }));
      });
    const prompted = agent.prompt("go");
    await host.until(() => host.executed.length === 3);
    const calls = (host.of("responded")[0]?.parts ?? []).flatMap((part) =>
      part.kind === "call" ? [part.toolCallId] : [],
    );
    expect(new Set(calls).size).toBe(3);
    expect([...host.executed].sort()).toEqual([...calls].sort());
    for (const toolCallId of [...host.executed].reverse())
      release.get(toolCallId)?.();
    await prompted;
    expect(host.executed).toHaveLength(3);
    const inOrder = calls.map((id) => `result ${host.executed.indexOf(id)}`);
    expect(read).toEqual(inOrder);
    expect(host.of("requested")).toHaveLength(2);
    agent.dispose();
  });

  it("asks after each turn whether it may go on, and ends when it may not", async () => {
    const { host, agent } = await open(() => ({ calls: [look("again")] }));
    host.goesOn = false;
    await agent.prompt("go");
    expect(host.executed).toHaveLength(1);
    expect(host.of("requested")).toHaveLength(1);
    agent.dispose();
  });
}

function declareReplay(open: Open): void {
  it("goes through its recorded messages again without the model, then on from their results", async () => {
    const script: ConformanceScript = ({ turn, replies }) =>
      turn < 3
        ? { text: `turn ${turn}. `, calls: [look(`${turn}`)] }
        : { text: `after ${replies.join()}` };
    const first = await open(script);
    first.host.answer = (id) =>
      Promise.resolve({ text: `result of ${id}`, isError: false });
    await first.agent.prompt("go");
    const recorded = first.host.of("responded").slice(0, 2);
    const second = await open(
      script,
      [],
      recorded.map(({ sealed }) => sealed),
    );
    second.host.answer = first.host.answer;
    await second.agent.prompt("go");
    const types = second.host.events.map(({ type }) => type);
    expect(types.slice(0, 3)).toEqual(["replayed", "replayed", "requested"]);
    expect(second.host.of("replayed").map(({ parts }) => parts)).toEqual(
      recorded.map(({ parts }) => parts),
    );
    expect(second.host.executed).toEqual(first.host.executed);
    const [last] = second.host.of("responded");
    expect(last?.parts).toEqual(first.host.of("responded")[2]?.parts);
    expect(second.host.defects).toEqual([]);
    first.agent.dispose();
    second.agent.dispose();
  });

  it("waits at an open call of a recorded message, and calls no model meanwhile", async () => {
    const script: ConformanceScript = ({ turn }) =>
      turn === 1 ? { calls: [look("a")] } : { text: "done" };
    const first = await open(script);
    await first.agent.prompt("go");
    const [recorded] = first.host.of("responded");
    const second = await open(script, [], [recorded?.sealed]);
    const held = Promise.withResolvers<{ text: string; isError: boolean }>();
    second.host.answer = () => held.promise;
    const prompted = second.agent.prompt("go");
    await second.host.until(() => second.host.executed.length === 1);
    expect(second.host.of("requested")).toEqual([]);
    held.resolve({ text: "decided", isError: false });
    await prompted;
    expect(second.host.of("requested")).toHaveLength(1);
    first.agent.dispose();
    second.agent.dispose();
  });

  it("that is stopped while it waits there asks the model no more", async () => {
    const script: ConformanceScript = ({ turn }) =>
      turn === 1 ? { calls: [look("a")] } : { text: "never" };
    const first = await open(script);
    await first.agent.prompt("go");
    const [recorded] = first.host.of("responded");
    const second = await open(script, [], [recorded?.sealed]);
    const held = Promise.withResolvers<{ text: string; isError: boolean }>();
    second.host.answer = () => held.promise;
    const prompted = second.agent.prompt("go");
    await second.host.until(() => second.host.executed.length === 1);
    second.agent.abort();
    second.host.goesOn = false;
    held.resolve({ text: "stopped", isError: true });
    await prompted;
    expect(second.host.of("requested")).toEqual([]);
    first.agent.dispose();
    second.agent.dispose();
  });
}

function declareStops(open: Open): void {
  it("that is stopped before its prompt calls no model", async () => {
    const { host, agent } = await open(() => ({ text: "never" }));
    agent.abort();
    agent.abort();
    await agent.prompt("go");
    expect(host.of("requested")).toEqual([]);
    agent.dispose();
  });

  it("that is stopped at once after its prompt answers nothing whole", async () => {
    const { host, agent } = await open(() => ({ text: "x", isEndless: true }));
    const prompted = agent.prompt("go");
    agent.abort();
    await prompted;
    expect(
      host.of("responded").filter(({ stopReason }) => stopReason !== "aborted"),
    ).toEqual([]);
    agent.dispose();
  });

  it("that is stopped in mid-stream reports the part that was written, as aborted", async () => {
    const { host, agent } = await open(() => ({
      text: "some words",
      isEndless: true,
    }));
    const prompted = agent.prompt("go");
    await host.until(() => host.of("delta").length > 0);
    agent.abort();
    await prompted;
    const [answer] = host.of("responded");
    expect(answer).toMatchObject({
      stopReason: "aborted",
      parts: [{ kind: "text" }],
    });
    expect(host.of("requested")).toHaveLength(1);
    agent.dispose();
  });

  it("that is stopped at a call asks the model no more", async () => {
    const { host, agent } = await open(({ turn }) =>
      turn === 1 ? { calls: [look("a")] } : { text: "never" },
    );
    const held = Promise.withResolvers<{ text: string; isError: boolean }>();
    host.answer = () => held.promise;
    const prompted = agent.prompt("go");
    await host.until(() => host.executed.length === 1);
    agent.abort();
    host.goesOn = false;
    held.resolve({ text: "stopped", isError: true });
    await prompted;
    expect(host.of("requested")).toHaveLength(1);
    agent.dispose();
  });
}

function declareEnds(open: Open): void {
  it("resolves also when the model or the loop fails, and says so", async () => {
    const { host, agent } = await open(() => {
      throw new Error("inner detail");
    });
    await agent.prompt("go");
    const failures = host.of("responded").filter(({ failure }) => failure);
    expect(failures.length + host.defects.length).toBeGreaterThan(0);
    expect(JSON.stringify(host.events)).not.toContain("inner detail");
    agent.dispose();
  });

  it("reports nothing after it has resolved", async () => {
    const { host, agent } = await open(() => ({ text: "done" }));
    await agent.prompt("go");
    const reported = host.events.length;
    agent.abort();
    agent.dispose();
    await new Promise((resolve) => setImmediate(resolve));
    expect(host.events).toHaveLength(reported);
  });

  it("is disposed of once, before or after a prompt, and stopping it then does nothing", async () => {
    const { agent } = await open(() => ({ text: "done" }));
    agent.dispose();
    agent.dispose();
    expect(() => agent.abort()).not.toThrow();
    const other = await open(() => ({ text: "done" }));
    await other.agent.prompt("go");
    other.agent.dispose();
    other.agent.dispose();
    expect(other.host.defects).toEqual([]);
  });
}
