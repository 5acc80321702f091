/**
 * Random lives of a studio: people, clocks, deletions, streams that are cut, and processes that end. Set
 * `STUDIO_MODEL_RUNS` for more of them; a failure prints its seed and path.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, describe, it } from "vitest";
import {
  HarnessError,
  type EventStore,
  type SessionApi,
} from "../../src/index.ts";
import { SqliteEventStore } from "../../src/events/sqlite-event-store.ts";
import { SurvivingEventStore } from "../../src/testing/surviving-event-store.ts";
import { StudioModel } from "./studio-model.ts";

const RUNS = Number(process.env["STUDIO_MODEL_RUNS"] ?? 200);
const root = mkdtempSync(path.join(tmpdir(), "studio-models-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const VIEWERS = ["viw_0123456789abcdefghijk", "viw_zyxwvutsrqponmlkjihgf"];
const DEMO = {
  presetId: "demo",
  providerId: "demo",
  api: "demo" as const,
  modelId: "demo-script",
  supportsImages: true,
};

type Step =
  | { readonly kind: "create"; readonly who: number }
  | {
      readonly kind: "send";
      readonly who: number;
      readonly which: number;
      readonly plan: readonly string[];
    }
  | {
      readonly kind: "approve" | "deny" | "edit";
      readonly who: number;
      readonly which: number;
      readonly approval: number;
    }
  | {
      readonly kind: "stop" | "delete" | "trust" | "distrust" | "resend";
      readonly who: number;
      readonly which: number;
    }
  | { readonly kind: "pass"; readonly ms: number }
  | { readonly kind: "restart"; readonly isKilled: boolean }
  | { readonly kind: "flap" }
  | { readonly kind: "settle" };

const who = fc.nat({ max: 1 });
const which = fc.nat({ max: 2 });
const someStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("create"), who }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("send"),
      who,
      which,
      plan: fc.array(fc.constantFrom("look", "note", "mail", "suggest"), {
        maxLength: 3,
      }),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      kind: fc.constantFrom("approve", "deny", "edit"),
      who,
      which,
      approval: fc.nat({ max: 3 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        "stop",
        "stop",
        "trust",
        "distrust",
        "resend",
        "delete",
      ),
      who,
      which,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("pass"),
      ms: fc.constantFrom(1000, 59_999, 60_000),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("restart"),
      isKilled: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("flap") }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("settle") }) },
);

/** People ask for what can't be; they are refused, and that is all. */
async function carryOut(studio: StudioModel, step: Step): Promise<void> {
  try {
    await tryStep(studio, step);
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
  }
}

async function tryStep(studio: StudioModel, step: Step): Promise<unknown> {
  switch (step.kind) {
    case "pass":
      return studio.pass(step.ms);
    case "restart":
      return studio.restart(step);
    case "flap":
      return studio.flap();
    case "settle":
      return studio.settle();
    default:
      return actAs(studio, step);
  }
}

async function actAs(
  studio: StudioModel,
  step: Exclude<Step, { kind: "pass" | "restart" | "flap" | "settle" }>,
): Promise<unknown> {
  const viewerId = VIEWERS[step.who] ?? "";
  const origin = { actor: { kind: "viewer" as const, id: viewerId } };
  const { registry } = studio.harness;
  if (step.kind === "create") {
    const created = await registry.create({ viewerId }, origin);
    studio.connect(created.sessionId);
    return created.configureModel(DEMO, origin);
  }
  const session = studio.sessions(viewerId)[step.which];
  if (session === undefined) return undefined;
  const approvalOf = (index: number): string =>
    session.approvals().at(-1 - index)?.approvalId ?? "ap_unknown000000000";
  switch (step.kind) {
    case "send": {
      const text = studio.nextMessage(step.plan);
      const clientMessageId = text.split(":")[0] ?? "";
      return session.sendMessage({ text, clientMessageId }, origin);
    }
    case "resend": {
      const sent = session.runs().at(-1);
      const { text, clientMessageId } = messageOf(session, sent?.runId);
      if (sent === undefined || clientMessageId === undefined) return undefined;
      const again = await session.sendMessage(
        { text, clientMessageId },
        origin,
      );
      if (again.runId !== sent.runId) throw new Error("It was sent twice.");
      return again;
    }
    case "approve":
      return session.approve(approvalOf(step.approval), {}, origin);
    case "edit": {
      const id = approvalOf(step.approval);
      return session.approve(id, { args: { value: `${id}-edited` } }, origin);
    }
    case "deny":
      return session.deny(approvalOf(step.approval), {}, origin);
    case "stop":
      return session.cancelRun(session.runs().at(-1)?.runId ?? "run_x", origin);
    case "trust":
      return session.update({ trust: true }, origin);
    case "distrust":
      return session.update({ trust: false }, origin);
    case "delete":
      return registry.delete(session.sessionId, viewerId, origin);
  }
}

/** What was sent for a run; without an id when the snapshot, which may lag, has not got that far. */
function messageOf(
  session: SessionApi,
  runId: string | undefined,
): {
  readonly text: string;
  readonly clientMessageId?: string;
} {
  const { state } = JSON.parse(session.snapshot().toString()) as {
    state: {
      messages: {
        role: string;
        text: string;
        runId: string;
        clientMessageId?: string;
      }[];
    };
  };
  const sent = state.messages.find(
    (message) => message.role === "user" && message.runId === runId,
  );
  return sent ?? { text: "" };
}

async function liveThrough(
  store: EventStore,
  steps: readonly Step[],
): Promise<void> {
  const studio = new StudioModel(store);
  await studio.start();
  try {
    for (const step of steps) {
      await carryOut(studio, step);
      if (step.kind === "restart" || step.kind === "settle")
        await studio.verify();
    }
    await studio.settle();
    await studio.verify();
    await studio.verifyClients();
  } finally {
    await studio.dispose();
  }
}

const someLife = fc.array(someStep, {
  minLength: 8,
  maxLength: 40,
  size: "max",
});

describe("[fault-012] whatever people, clocks and processes do", () => {
  it(`keeps every promise about every log, in ${RUNS} lives over a store that survives`, async () => {
    await fc.assert(
      fc.asyncProperty(someLife, (steps) =>
        liveThrough(new SurvivingEventStore(), steps),
      ),
      { numRuns: RUNS },
    );
  }, 600_000);

  it("keeps them over a database as well", async () => {
    await fc.assert(
      fc.asyncProperty(someLife, async (steps) => {
        const folder = mkdtempSync(path.join(root, "life-"));
        const store = await SqliteEventStore.open({ folder });
        try {
          await liveThrough(new SurvivingEventStore(store), steps);
        } finally {
          await store.close();
          rmSync(folder, { recursive: true, force: true });
        }
      }),
      { numRuns: Math.ceil(RUNS / 20) },
    );
  }, 600_000);
});
