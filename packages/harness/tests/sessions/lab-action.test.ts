import { afterEach, describe, expect, it } from "vitest";
import type { JsonValue } from "@agent-studio/shared";
import type { LabAction } from "../../src/index.ts";
import { ToolError } from "../../src/tools/define-tool.ts";
import { TEST_ORIGIN } from "../../src/testing/test-harness.ts";
import { openFixture, turns, type SessionFixture } from "./session-fixture.ts";

type Execute = LabAction["execute"];
let fixture: SessionFixture | undefined;

async function open(
  execute: Execute,
  toolTimeoutMs = 60_000,
): Promise<SessionFixture> {
  const title = { "zh-CN": "做", en: "Do" };
  const inputSchema = {
    type: "object",
    required: ["id"],
    additionalProperties: false,
    properties: { id: { type: "string" } },
  };
  fixture = await openFixture({
    script: turns({ text: "x" }),
    lab: { actions: [{ name: "do", title, inputSchema, execute }] },
    harness: { settings: { toolTimeoutMs } },
  });
  return fixture;
}

afterEach(async () => {
  await fixture?.dispose();
  fixture = undefined;
});

const act = (
  { session }: SessionFixture,
  input: JsonValue = { id: "a" },
  name = "do",
): Promise<JsonValue> => session.runAction(name, input, TEST_ORIGIN);

describe("an action", () => {
  it("keeps lab state, durable before it answers, as the person's", async () => {
    const used = await open((_input, ctx) => {
      ctx.update("things", "a", { done: true });
      return Promise.resolve({ id: "a" });
    });
    expect(await act(used)).toEqual({ id: "a" });
    expect(await used.watch.untilType("lab.updated")).toMatchObject({
      actor: { kind: "viewer" },
      payload: {
        collection: "things",
        id: "a",
        value: { done: true },
        cause: { action: "do" },
      },
    });
  });

  it("is refused when it is unknown, its input does not fit, or it says no itself", async () => {
    const used = await open(() => {
      throw new ToolError("ACTION_NOT_ALLOWED", "Undo the other one first.");
    });
    await expect(act(used, { id: "a" }, "none")).rejects.toMatchObject({
      code: "ACTION_NOT_FOUND",
    });
    await expect(act(used, { other: 1 })).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
    });
    await expect(act(used)).rejects.toMatchObject({
      code: "ACTION_NOT_ALLOWED",
      message: "Undo the other one first.",
    });
    await expect(
      open((_input, ctx) => {
        ctx.update("none", "a", {});
        return Promise.resolve(null);
      }).then((other) => act(other)),
    ).rejects.toMatchObject({ code: "ACTION_NOT_ALLOWED" });
    await used.dispose();
  });

  it("runs after the one before it", async () => {
    const order: string[] = [];
    const first = Promise.withResolvers<JsonValue>();
    const used = await open((input) => {
      const { id } = input as { id: string };
      order.push(`begins ${id}`);
      return id === "1"
        ? first.promise.finally(() => order.push("ends 1"))
        : Promise.resolve(id);
    });
    const both = Promise.all([act(used, { id: "1" }), act(used, { id: "2" })]);
    await new Promise((resolve) => setImmediate(resolve));
    first.resolve("1");
    expect(await both).toEqual(["1", "2"]);
    expect(order).toEqual(["begins 1", "ends 1", "begins 2"]);
  });

  it("that takes too long is told to stop, and has no effect any more", async () => {
    let late: Parameters<Execute>[1] | undefined;
    const used = await open((_input, ctx) => {
      late = ctx;
      return new Promise(() => undefined);
    }, 20);
    await expect(act(used)).rejects.toMatchObject({
      code: "ACTION_NOT_ALLOWED",
    });
    expect(late?.signal.aborted).toBe(true);
    expect(() => late?.update("things", "a", {})).toThrow();
  });

  it("does not hold up the shutdown", async () => {
    const used = await open(() => new Promise(() => undefined));
    const acting = act(used).catch((error: unknown) => error);
    await new Promise((resolve) => setImmediate(resolve));
    await used.harness.registry.close();
    expect(await acting).toMatchObject({ code: "ACTION_NOT_ALLOWED" });
  });
});
