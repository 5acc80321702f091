/** One thing that `npm test` checks. */
export interface Step {
  readonly name: string;
  /** Runs with no other step beside it, because its tests measure time. */
  readonly alone?: boolean;
  run(signal: AbortSignal): Promise<StepResult>;
}

export interface StepResult {
  readonly ok: boolean;
  /** Shown when the step fails. */
  readonly output: string;
  /** A figure that is worth a line even where all is well. */
  readonly note?: string;
  /** Tests that the step ran; steps that are no test suite leave it out. */
  readonly tests?: TestCount;
}

export interface TestCount {
  readonly passed: number;
  readonly failed: number;
}

export interface StepReport extends StepResult {
  readonly name: string;
  readonly durationMs: number;
}

export interface RunStepsOptions {
  readonly steps: readonly Step[];
  /** How many steps run beside each other. */
  readonly slots: number;
  readonly signal: AbortSignal;
  readonly onReport: (report: StepReport) => void;
}

/**
 * Runs every step, in order of the list as slots come free; one that throws has
 * failed with its message. After an abort no further step starts.
 */
export async function runSteps(
  options: RunStepsOptions,
): Promise<readonly StepReport[]> {
  const { steps, slots, signal, onReport } = options;
  const reports: StepReport[] = [];
  const running = new Set<Promise<void>>();
  for (const step of steps) {
    const room = step.alone === true ? 1 : slots;
    while (running.size >= room) await Promise.race(running);
    if (signal.aborted) break;
    const task: Promise<void> = runStep(step, signal).then((report) => {
      running.delete(task);
      reports.push(report);
      onReport(report);
    });
    running.add(task);
    if (step.alone === true) await task;
  }
  await Promise.all(running);
  return reports;
}

async function runStep(step: Step, signal: AbortSignal): Promise<StepReport> {
  const startedAt = performance.now();
  let result: StepResult;
  try {
    result = await step.run(signal);
  } catch (error) {
    result = {
      ok: false,
      output: error instanceof Error ? error.message : String(error),
    };
  }
  return {
    ...result,
    name: step.name,
    durationMs: performance.now() - startedAt,
  };
}

/**
 * The closing line. Every failed step that counted no failed test itself (a type
 * error, a crashed suite) counts as one failure, so that the line never reads
 * as a success when the exit code is not.
 */
export function closingLine(reports: readonly StepReport[]): string {
  let passed = 0;
  let failed = 0;
  for (const { ok, tests } of reports) {
    passed += tests?.passed ?? 0;
    failed += Math.max(tests?.failed ?? 0, ok ? 0 : 1);
  }
  return `${passed} passed, ${failed} failed`;
}
