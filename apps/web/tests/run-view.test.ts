import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addUsage,
  fold,
  createInitialState,
  NO_USAGE,
} from "@agent-studio/shared";
import type { HarnessEvent, Usage } from "@agent-studio/shared";
import {
  anApproval,
  createEventWriter,
  legalLog,
} from "@agent-studio/shared/testing";
import type { EventWriter } from "@agent-studio/shared/testing";
import { EventArchive } from "../src/client/event-archive.ts";
import { covered, figuresOf } from "../src/ui/timeline/run-figures.ts";
import { traceOf } from "../src/ui/timeline/run-trace.ts";

const MODEL = { providerId: "demo", modelId: "demo" };
const EXTRAS = { runId: "run_1" };

function viewsOf(log: readonly HarnessEvent[]) {
  const archive = new EventArchive();
  archive.append(log);
  return archive.rows.runs.map((run) => ({
    run,
    view: traceOf(archive, run),
    end: archive.timeOf(run.last),
  }));
}

function begin(): EventWriter {
  const writer = createEventWriter();
  writer.write("session.started", { labId: "ads-report", title: "Ads" });
  writer.write("run.started", { messageId: "msg_1", model: MODEL }, EXTRAS);
  return writer;
}

function call(writer: EventWriter, turn: number, usage: Usage): void {
  const callId = `mdl_${turn}`;
  writer.write("model.requested", { callId, turn }, EXTRAS);
  writer.now(100);
  const answer = { stopReason: "tool_use", firstTokenMs: 40 } as const;
  writer.write(
    "model.responded",
    {
      callId,
      turn,
      model: MODEL,
      usage,
      costUsd: null,
      durationMs: 101,
      ...answer,
    },
    EXTRAS,
  );
}

/** A call of a tool that a person is asked about; `answered` after so long. */
function ask(writer: EventWriter, mark: string, waitMs: number | null): void {
  const toolCallId = `call_${mark}`;
  const tool = { toolCallId, toolName: "save_report_draft" };
  const approvalId = `ap_${mark}`;
  writer.write(
    "tool.requested",
    {
      ...tool,
      messageId: "msg_2",
      part: 1,
      args: {},
      effect: "write",
      policy: "ask",
    },
    EXTRAS,
  );
  const approval = anApproval({ approvalId, toolCallId, runId: "run_1" });
  writer.write("approval.required", { approval }, EXTRAS);
  if (waitMs === null) return;
  writer.now(waitMs);
  const resolved = { approvalId, toolCallId, status: "approved" } as const;
  writer.write("approval.resolved", resolved, EXTRAS);
  writer.write("tool.started", tool, EXTRAS);
  const result = { text: "Saved" };
  writer.write("tool.completed", { ...tool, result, durationMs: 1 }, EXTRAS);
}

describe("the run view of any legal log", () => {
  it("has the runs that the state has, each once and with its usage", () => {
    fc.assert(
      fc.property(legalLog(), (log) => {
        const { runs } = fold(createInitialState("ses_1"), log).state;
        const views = viewsOf(log);
        expect(views.map(({ view }) => view?.trace.run)).toEqual(runs);
        for (const { run, view } of views) {
          const used = (view?.trace.steps ?? [])
            .map(({ usage }) => usage ?? NO_USAGE)
            .reduce(addUsage, NO_USAGE);
          expect(view?.trace.run.usage).toEqual(used);
          const status = view?.trace.run.status;
          expect(run.end ?? "open").toBe(
            status === "running" || status === "awaiting_approval"
              ? "open"
              : status,
          );
        }
      }),
      { numRuns: 60 },
    );
  });

  it("finds every step in the log, and counts no time twice", () => {
    fc.assert(
      fc.property(legalLog(), (log) => {
        for (const { view, end } of viewsOf(log)) {
          if (view === undefined) continue;
          for (const { id, endedAt } of view.trace.steps) {
            const place = view.places.get(id);
            const opened = log[(place?.opened ?? 0) - 1];
            expect(JSON.stringify(opened)).toContain(id);
            if (endedAt === undefined) continue;
            const closed = log[(place?.closed ?? 0) - 1];
            expect(JSON.stringify(closed)).toContain(id);
          }
          const { span, waitingMs, modelMs, toolMs } = figuresOf(
            view.trace,
            end,
          );
          for (const part of [waitingMs, modelMs, toolMs]) {
            expect(part).toBeLessThanOrEqual(span.to - span.from);
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe("a run with two questions to people", () => {
  it("is one trace in which waiting is a state and no fault", () => {
    const writer = begin();
    call(writer, 1, { ...NO_USAGE, inputTokens: 3 });
    ask(writer, "a", 60_000);
    ask(writer, "b", null);
    const [only, ...others] = viewsOf(writer.events);
    expect(others).toEqual([]);
    expect(only?.view?.trace.run.status).toBe("awaiting_approval");
    const steps = only?.view?.trace.steps ?? [];
    expect(steps.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
      "model done",
      "tool done",
      "approval done",
      "tool open",
      "approval open",
    ]);
    const now = (only?.end ?? 0) + 30_000;
    const figures = figuresOf(only!.view!.trace, now);
    expect(figures.waitingMs).toBe(60_001 + 30_000);
    expect(figures.firstTokenMs).toBe(40);
  });
});

describe("tokens", () => {
  it("are four kinds that are added each for itself, as a provider told them", () => {
    const writer = begin();
    // 3 tokens beside 44 thousand from the cache, then what was written to it.
    call(writer, 1, {
      inputTokens: 3,
      outputTokens: 20,
      cacheReadTokens: 44_000,
      cacheWriteTokens: 0,
    });
    call(writer, 2, {
      inputTokens: 7,
      outputTokens: 5,
      cacheReadTokens: 0,
      cacheWriteTokens: 1_200,
    });
    const [only] = viewsOf(writer.events);
    expect(only?.view?.trace.run.usage).toEqual({
      inputTokens: 10,
      outputTokens: 25,
      cacheReadTokens: 44_000,
      cacheWriteTokens: 1_200,
    });
    expect(only?.view?.trace.run.costUsd).toBeNull();
  });
});

describe("the time that spans cover", () => {
  it("is that of their union", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat({ max: 60 }), fc.nat({ max: 30 }))),
        (pairs) => {
          const spans = pairs.map(([from, length]) => ({
            from,
            to: from + length,
          }));
          const units = Array.from({ length: 100 }, (_, unit) =>
            spans.some(({ from, to }) => from <= unit && unit < to),
          );
          expect(covered(spans)).toBe(units.filter(Boolean).length);
        },
      ),
    );
  });
});
