/** The figures of a run, each counted once from its steps. */
import type { RunTrace, Step } from "@agent-studio/shared";

export interface Span {
  /** Milliseconds of the clock. */
  readonly from: number;
  readonly to: number;
}

export interface RunFigures {
  readonly span: Span;
  readonly modelCalls: number;
  readonly toolCalls: number;
  /** Time in which at least one model call, tool or approval was open; what overlaps is counted once. */
  readonly modelMs: number;
  readonly toolMs: number;
  readonly waitingMs: number;
  /** Of the first call that wrote anything; null where none did. */
  readonly firstTokenMs: number | null;
}

/** The figures of a run; what is still open lasts until `now`. */
export function figuresOf({ run, steps }: RunTrace, now: number): RunFigures {
  const of = (kind: Step["kind"]) => steps.filter((step) => step.kind === kind);
  const models = of("model");
  const tools = of("tool");
  const from = Date.parse(run.startedAt);
  const to = run.endedAt === undefined ? now : Date.parse(run.endedAt);
  const spans = (list: readonly Step[]) =>
    list.filter(hasRun).map((step) => spanOf(step, now));
  return {
    span: { from, to: Math.max(from, to) },
    modelCalls: models.length,
    toolCalls: tools.length,
    modelMs: covered(spans(models)),
    toolMs: covered(spans(tools)),
    waitingMs: covered(spans(of("approval"))),
    firstTokenMs: models.map(firstTokenOf).find((ms) => ms !== null) ?? null,
  };
}

/** When a step began and ended, or `now` while it is open. */
export function spanOf(step: Step, now: number): Span {
  const from = Date.parse(step.startedAt);
  const to = step.endedAt === undefined ? now : Date.parse(step.endedAt);
  return { from, to: Math.max(from, to) };
}

/** A call that was denied never ran; its waiting is the approval's step. */
function hasRun(step: Step): boolean {
  return step.kind !== "tool" || step.status !== "denied";
}

/** Milliseconds from a model call to its first token; null where none came or nobody measured. */
export function firstTokenOf(step: Step): number | null {
  const { output } = step;
  if (step.kind !== "model" || typeof output !== "object" || output === null) {
    return null;
  }
  const ms: unknown = Reflect.get(output, "firstTokenMs");
  return typeof ms === "number" ? ms : null;
}

/** The length of what spans cover together. */
export function covered(spans: readonly Span[]): number {
  const sorted = spans.toSorted((a, b) => a.from - b.from);
  let total = 0;
  let end = -Infinity;
  for (const { from, to } of sorted) {
    if (to <= end) continue;
    total += to - Math.max(from, end);
    end = to;
  }
  return total;
}
