/** The key of a model goes with its process; what waits for a person does not, and goes on when the key is given again. */
import type { ModelConnectionInput } from "@agent-studio/shared";
import { describe, expect, it } from "vitest";
import { createModelAccess } from "../../src/adapters.ts";
import type { SessionApi } from "../../src/index.ts";
import { EventWatch, TEST_ORIGIN } from "../../src/testing/test-harness.ts";
import {
  ended,
  found,
  oneNote,
  twoNotes,
  useLives,
  waiting,
  type LifeOptions,
} from "./restart-fixture.ts";

const { live, killed } = useLives();

const ADDRESS = "http://127.0.0.1:9999";
const KEYED: ModelConnectionInput = {
  providerId: "own",
  api: "openai-completions",
  baseUrl: `${ADDRESS}/v1`,
  modelId: "m",
  supportsImages: false,
  apiKey: "sk-test-0123456789abcdef",
};
const { apiKey: _, ...KEYLESS } = KEYED;
const HEADED: ModelConnectionInput = {
  ...KEYLESS,
  headers: { "x-own": "a-secret-value-of-a-header" },
};

function keyed(options: LifeOptions) {
  const models = createModelAccess({ allowedOrigins: [ADDRESS] });
  return live({ ...options, deps: { models, ...options.deps } });
}

/** A session that waits for people, killed, and as its next process has it. */
async function restarted(script = oneNote, input = KEYED, laterMs = 0) {
  const before = await keyed({ script });
  const session = await before.harness.session();
  await session.configureModel(input, TEST_ORIGIN);
  const asked = await waiting(before, script === twoNotes ? 2 : 1, session);
  const after = await keyed({
    folder: killed(before),
    script,
    deps: { wallClock: () => Date.now() + laterMs },
  });
  const again = found(after, session);
  return { ...asked, after, again, watch: new EventWatch(again) };
}

const log = (session: SessionApi): number => session.reader.latestSequence;

describe("a run that waits for a person and has lost its model's key", () => {
  it("refuses every decision before anything is recorded, and is decided when the key is there again", async () => {
    const { again, after, watch, ids, runId } = await restarted();
    const known = log(again);
    const id = ids[0]!;
    const edited = { args: { value: "other" } };
    for (const decide of [
      again.approve(id, {}, TEST_ORIGIN),
      again.approve(id, edited, TEST_ORIGIN),
      again.deny(id, {}, TEST_ORIGIN),
    ])
      await expect(decide).rejects.toMatchObject({
        code: "MODEL_NOT_CONFIGURED",
      });
    expect(log(again)).toBe(known);
    expect(again.approvals()[0]).toMatchObject({ status: "pending" });
    await again.configureModel(KEYED, TEST_ORIGIN);
    await again.approve(id, {}, TEST_ORIGIN);
    expect((await ended(watch, runId)).type).toBe("run.completed");
    expect(after.probe.executed).toEqual(["note:a"]);
  });

  it("says in its summary and its connection that the key is missing, while the log keeps what was configured", async () => {
    const { again } = await restarted();
    const missing = { hasKey: false, keyHint: null, modelId: "m" };
    expect(again.summary().model).toMatchObject(missing);
    expect(again.model()).toMatchObject(missing);
    const { state } = JSON.parse(again.snapshot().toString()) as {
      state: { model: unknown };
    };
    expect(state.model).toMatchObject({ hasKey: true });
    await again.configureModel(KEYED, TEST_ORIGIN);
    expect(again.summary().model).toMatchObject({ hasKey: true });
  });

  it("counts a missing header as a missing key", async () => {
    const { again, ids } = await restarted(oneNote, HEADED);
    await expect(again.approve(ids[0]!, {}, TEST_ORIGIN)).rejects.toMatchObject(
      { code: "MODEL_NOT_CONFIGURED" },
    );
  });

  it("takes no other connection while it waits", async () => {
    const { again } = await restarted();
    await expect(
      again.configureModel({ ...KEYED, modelId: "other" }, TEST_ORIGIN),
    ).rejects.toMatchObject({ code: "SESSION_BUSY" });
  });

  it("can be stopped without the key", async () => {
    const { again, watch, runId } = await restarted();
    await again.cancelRun(runId, TEST_ORIGIN);
    expect((await ended(watch, runId)).type).toBe("run.cancelled");
  });

  it("ends as MODEL_NOT_CONFIGURED when all of its questions expired while nothing ran", async () => {
    const hour = 3_600_000;
    const { again, watch, runId } = await restarted(twoNotes, KEYED, hour);
    const end = await ended(watch, runId);
    expect(end).toMatchObject({
      type: "run.failed",
      payload: { code: "MODEL_NOT_CONFIGURED" },
    });
    expect(again.approvals().map(({ status }) => status)).toEqual([
      "expired",
      "expired",
    ]);
    await again.configureModel(KEYED, TEST_ORIGIN);
    await again.sendMessage({ text: "again" }, TEST_ORIGIN);
  });
});

describe("a session without a run that has lost its model's key", () => {
  it("refuses a message without recording it, and takes it with the key", async () => {
    const before = await keyed({ script: () => ({ text: "Hello." }) });
    const session = await before.harness.session();
    await session.configureModel(KEYED, TEST_ORIGIN);
    const after = await keyed({
      folder: killed(before),
      script: () => ({ text: "Hello." }),
    });
    const again = found(after, session);
    const known = log(again);
    const message = { text: "go", clientMessageId: "one" };
    await expect(again.sendMessage(message, TEST_ORIGIN)).rejects.toMatchObject(
      { code: "MODEL_NOT_CONFIGURED" },
    );
    expect(log(again)).toBe(known);
    await again.configureModel(KEYED, TEST_ORIGIN);
    const { runId } = await again.sendMessage(message, TEST_ORIGIN);
    const end = await ended(new EventWatch(again), runId);
    expect(end.type).toBe("run.completed");
  });
});
