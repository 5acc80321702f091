/**
 * The event timeline: one row an event, deltas of one part joined. A fold of
 * its own with data and no text, so that every language can draw it. It keeps
 * the last rows only; the row that may still grow stands apart, so that a delta
 * copies that row and not the list.
 */
import type { HarnessEvent } from "./event.ts";
import type { Folded } from "./fold.ts";
import { subjectOf } from "./timeline-subject.ts";
import type { TimelineSubject } from "./timeline-subject.ts";

export interface TimelineRow {
  /** Of the first event of the row; names it. */
  readonly sequence: number;
  /** Of the last one. */
  readonly lastSequence: number;
  /** Also a type that this version does not know. */
  readonly type: string;
  readonly timestamp: string;
  readonly runId?: string;
  readonly subject: TimelineSubject;
  /** Events in this row: more than one for joined deltas. */
  readonly count: number;
}

export interface TimelineState {
  readonly sequence: number;
  /** Rows that never change again, oldest first. */
  readonly rows: readonly TimelineRow[];
  /** The newest row. */
  readonly last: TimelineRow | null;
  /** Rows kept at most, the newest included. */
  readonly limit: number;
  /** Rows that were dropped because there were more. */
  readonly dropped: number;
}

/** Rows that a timeline keeps unless told otherwise. */
export const TIMELINE_LIMIT = 5000;

/** An empty timeline that goes on after `sequence`: 0, or that of a snapshot. */
export function createInitialTimeline(
  options: { readonly sequence?: number; readonly limit?: number } = {},
): TimelineState {
  const { sequence = 0, limit = TIMELINE_LIMIT } = options;
  return {
    sequence,
    rows: [],
    last: null,
    limit: Math.max(1, limit),
    dropped: 0,
  };
}

/** Folds events, oldest first; what was folded before is passed over, a hole stops it and is reported. */
export function foldTimeline(
  state: TimelineState,
  events: readonly HarnessEvent[],
): Folded<TimelineState> {
  const added: TimelineRow[] = [];
  let { sequence, last } = state;
  let gap: Folded<TimelineState>["gap"] = null;
  for (const event of events) {
    if (event.sequence <= sequence) continue;
    if (event.sequence !== sequence + 1) {
      gap = { expected: sequence + 1, received: event.sequence };
      break;
    }
    sequence = event.sequence;
    const joined = last === null ? null : join(last, event);
    if (joined === null && last !== null) added.push(last);
    last = joined ?? rowOf(event);
  }
  if (sequence === state.sequence) return { state, gap };
  const all = added.length === 0 ? state.rows : [...state.rows, ...added];
  const excess = Math.max(0, all.length + 1 - state.limit);
  const rows = excess === 0 ? all : all.slice(excess);
  return {
    state: { ...state, sequence, rows, last, dropped: state.dropped + excess },
    gap,
  };
}

/** All rows that are kept, oldest first. */
export function selectTimelineRows({
  rows,
  last,
}: TimelineState): readonly TimelineRow[] {
  return last === null ? rows : [...rows, last];
}

function rowOf(event: HarnessEvent): TimelineRow {
  const { sequence, type, timestamp, runId } = event;
  return {
    sequence,
    lastSequence: sequence,
    type,
    timestamp,
    ...(runId === undefined ? {} : { runId }),
    subject: subjectOf(event),
    count: 1,
  };
}

/** Whether an event only grows what the event before it grew, so that both are one row: deltas of one part, or the drafting of one call. */
export function continuesRow(
  before: HarnessEvent,
  event: HarnessEvent,
): boolean {
  return before.type === event.type && continues(subjectOf(before), event);
}

function continues(subject: TimelineSubject, event: HarnessEvent): boolean {
  if (event.type !== "assistant.delta" && event.type !== "tool.drafted")
    return false;
  const { messageId, part, channel } = subjectOf(event);
  return (
    subject.messageId === messageId &&
    subject.part === part &&
    subject.channel === channel
  );
}

/** The row with what the event adds; null if the event is something else. */
function join(row: TimelineRow, event: HarnessEvent): TimelineRow | null {
  if (row.type !== event.type || !continues(row.subject, event)) return null;
  const added = subjectOf(event);
  const { characters } = row.subject;
  return {
    ...row,
    lastSequence: event.sequence,
    subject: {
      ...added,
      ...(characters === undefined
        ? {}
        : { characters: characters + (added.characters ?? 0) }),
    },
    count: row.count + 1,
  };
}
