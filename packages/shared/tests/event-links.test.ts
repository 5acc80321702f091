import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isRunEnd, linkEvents } from "../src/index.ts";
import type { EventType, HarnessEvent } from "../src/index.ts";
import { legalLog } from "../src/testing/index.ts";
import { RUN_LOG } from "./link-log.ts";

const typesOf = (log: readonly HarnessEvent[], sequences: readonly number[]) =>
  sequences.map((sequence) => log[sequence - 1]?.type);

describe("the links of any legal log", () => {
  it("lead back: every cause names its effect and every effect its cause", () => {
    fc.assert(
      fc.property(legalLog(), (log) => {
        const links = linkEvents(log);
        for (const [sequence, { causes, effects }] of links) {
          expect(causes.length + effects.length).toBeGreaterThan(0);
          for (const cause of causes) {
            expect(cause).toBeLessThan(sequence);
            expect(links.get(cause)?.effects).toContain(sequence);
          }
          for (const effect of effects) {
            expect(effect).toBeGreaterThan(sequence);
            expect(links.get(effect)?.causes).toContain(sequence);
          }
          for (const list of [causes, effects]) {
            expect([...new Set(list)].sort((a, b) => a - b)).toEqual(list);
          }
        }
      }),
    );
  });

  it("leave nothing of a run without a cause, and stay within it or lead to what stands outside of runs", () => {
    fc.assert(
      fc.property(legalLog(), (log) => {
        const links = linkEvents(log);
        for (const event of log) {
          if (event.runId === undefined || event.type === "run.started")
            continue;
          const causes = links.get(event.sequence)?.causes ?? [];
          expect(causes, `${event.sequence} ${event.type}`).not.toEqual([]);
          for (const cause of causes) {
            const { runId } = log[cause - 1]!;
            expect([undefined, event.runId]).toContain(runId);
          }
        }
      }),
    );
  });

  it("are the same for a run alone with what stands outside of runs", () => {
    fc.assert(
      fc.property(legalLog(), fc.nat(), (log, chosen) => {
        const whole = linkEvents(log);
        const runs = [...new Set(log.map(({ runId }) => runId))].filter(
          (id) => id !== undefined,
        );
        const runId = runs[chosen % Math.max(1, runs.length)];
        const part = linkEvents(
          log.filter(
            (event) => event.runId === undefined || event.runId === runId,
          ),
        );
        for (const event of log) {
          if (event.runId === runId && runId !== undefined)
            expect(part.get(event.sequence)).toEqual(whole.get(event.sequence));
        }
      }),
    );
  });

  it("end each run with what was still to be said", () => {
    fc.assert(
      fc.property(legalLog(), (log) => {
        const links = linkEvents(log);
        for (const event of log.filter(isRunEnd)) {
          expect(links.get(event.sequence)?.effects ?? []).toEqual([]);
        }
      }),
    );
  });
});

describe("the links of a run with an approval", () => {
  const links = linkEvents(RUN_LOG);
  const at = (type: EventType) =>
    RUN_LOG.find((event) => event.type === type)?.sequence ?? 0;
  const around = (type: EventType) => {
    const { causes, effects } = links.get(at(type)) ?? {
      causes: [],
      effects: [],
    };
    return [typesOf(RUN_LOG, causes), typesOf(RUN_LOG, effects)];
  };

  it.each<[EventType, readonly EventType[], readonly EventType[]]>([
    ["run.started", ["model.configured"], ["user.message"]],
    ["user.message", ["run.started"], ["model.requested"]],
    [
      "model.requested",
      ["user.message"],
      ["assistant.started", "model.responded"],
    ],
    [
      "assistant.completed",
      ["assistant.started"],
      ["model.responded", "tool.requested"],
    ],
    [
      "tool.requested",
      ["assistant.completed"],
      ["approval.required", "tool.started"],
    ],
    ["approval.required", ["tool.requested"], ["approval.resolved"]],
    ["approval.resolved", ["approval.required"], ["tool.started"]],
    [
      "tool.started",
      ["tool.requested", "approval.resolved"],
      ["artifact.saved", "tool.completed"],
    ],
    ["artifact.saved", ["tool.started"], []],
    ["tool.completed", ["tool.started"], ["model.requested"]],
  ])("lead from and to %s", (type, causes, effects) => {
    expect(around(type)).toEqual([causes, effects]);
  });

  it("let the second model call follow from the first and from the tool's result", () => {
    const second = RUN_LOG.findLast(({ type }) => type === "model.requested");
    expect(
      typesOf(RUN_LOG, links.get(second?.sequence ?? 0)?.causes ?? []),
    ).toEqual(["model.responded", "tool.completed"]);
  });
});
