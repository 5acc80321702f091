// Folding 100,000 deltas: in one go, in network-sized pieces, event by event, the
// trace and the timeline, beside a naive reducer in the same run. The shapes show
// that the cost follows the number of deltas and nothing else.
import {
  createInitialState,
  createInitialTimeline,
  createInitialTrace,
  fold,
  foldTimeline,
  foldTrace,
  reduce,
} from "@agent-studio/shared";
import type { HarnessEvent, SessionState } from "@agent-studio/shared";
import { writeDeltaLog } from "./delta-log.ts";
import { medianTimes } from "./median.ts";
import { foldNaively } from "./naive-fold.ts";
import { tellFigures } from "./tell-figures.ts";

const DELTAS = 100_000;
const TARGET_MS = 100;
const ROUNDS = 7;
const PIECE = 50;

/** The shape that the target is for; the others are extremes, which show what the cost depends on. */
const TYPICAL = "250 messages of 400 deltas";

const SHAPES = {
  [TYPICAL]: {
    messages: 250,
    deltasPerMessage: 400,
    partsPerMessage: 1,
  },
  "1 message of 100,000 deltas": {
    messages: 1,
    deltasPerMessage: DELTAS,
    partsPerMessage: 1,
  },
  "1 message of 10,000 parts": {
    messages: 1,
    deltasPerMessage: DELTAS,
    partsPerMessage: 10_000,
  },
  "5,000 messages of 20 deltas": {
    messages: 5000,
    deltasPerMessage: 20,
    partsPerMessage: 1,
  },
};

const start = (events: readonly HarnessEvent[]): SessionState =>
  createInitialState(events[0]?.sessionId ?? "");

function foldInPieces(events: readonly HarnessEvent[]): SessionState {
  let state = start(events);
  for (let index = 0; index < events.length; index += PIECE)
    state = fold(state, events.slice(index, index + PIECE)).state;
  return state;
}

const format = (ms: number) => `${ms.toFixed(1).padStart(8)} ms`;

const isTypicalOnly = process.argv[2] === "typical";
for (const [name, shape] of Object.entries(SHAPES)) {
  if (isTypicalOnly && name !== TYPICAL) continue;
  const events = writeDeltaLog(shape);
  const times = medianTimes(
    {
      fold: () => fold(start(events), events),
      [`fold, ${PIECE} at a time`]: () => foldInPieces(events),
      "reduce, one at a time": () => events.reduce(reduce, start(events)),
      trace: () => foldTrace(createInitialTrace(), events),
      timeline: () => foldTimeline(createInitialTimeline(), events),
      naive: () => foldNaively(events),
    },
    ROUNDS,
  );
  console.log(`\n${name}: ${events.length} events, median of ${ROUNDS}`);
  for (const [contender, ms] of Object.entries(times))
    console.log(`  ${contender.padEnd(24)}${format(ms)}`);
  const { fold: took = Number.NaN, naive = Number.NaN } = times;
  console.log(`  fold is ${(naive / took).toFixed(1)} times as fast as naive`);
  if (name !== TYPICAL) continue;
  tellFigures({ milliseconds: took });
  console.log(
    `  target ${TARGET_MS} ms: ${took < TARGET_MS ? "met" : "missed"}`,
  );
}
