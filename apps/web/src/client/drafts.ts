/** Unsent messages, by session; they outlive reloads, switching and failures. */
import type { BrowserStorage } from "./browser-storage.ts";
import { createCell } from "./cell.ts";
import type { ReadableCell } from "./cell.ts";
import {
  dropped,
  EMPTY_DRAFT,
  filled,
  KEPT_DRAFTS,
  newer,
  older,
  restored,
  settled,
  shownText,
  taken,
  toKeep,
  written,
} from "./draft-text.ts";
import type { DraftState } from "./draft-text.ts";

export interface DraftView {
  readonly text: string;
  /** Shows something from before instead of what is being written. */
  readonly isRecalled: boolean;
  /** How many drafts gave way to another text and can be brought back. */
  readonly kept: number;
}

/** A text on its way; to be settled once. */
export interface TakenText {
  readonly text: string;
  /** True when the server has it, false to give it back. */
  settle(hasArrived: boolean): void;
}

export interface Draft {
  readonly view: ReadableCell<DraftView>;
  write(text: string): void;
  /** Puts a text in place of the draft, which is kept. */
  fill(text: string): void;
  /** Shows the text before, of those sent (oldest first) and those kept; false when there is none. */
  older(sent: readonly string[]): boolean;
  newer(sent: readonly string[]): boolean;
  /** Brings back the draft that gave way last. */
  restore(): void;
  /** Empties the composer for sending. The text stays kept until it is settled. */
  take(): TakenText;
  /** A text that was given back had arrived after all. */
  drop(text: string): void;
}

export interface Drafts {
  of(sessionId: string): Draft;
}

/** Drafts in the browser's storage; without one, they last as long as the page. */
export function createDrafts(storage: BrowserStorage): Drafts {
  const drafts = new Map<string, Draft>();
  return {
    of(sessionId) {
      const draft = drafts.get(sessionId) ?? createDraft(storage, sessionId);
      drafts.set(sessionId, draft);
      return draft;
    },
  };
}

function createDraft(storage: BrowserStorage, sessionId: string): Draft {
  const textKey = `studio.draft.${sessionId}`;
  const keptKey = `studio.draft-kept.${sessionId}`;
  let state: DraftState = {
    ...EMPTY_DRAFT,
    own: storage.read(textKey) ?? "",
    kept: readKept(storage.read(keptKey)),
  };
  const view = createCell(viewOf(state));
  const become = (next: DraftState): boolean => {
    if (next === state) return false;
    const before = state;
    state = next;
    const text = toKeep(next);
    storage.write(textKey, text === "" ? null : text);
    if (next.kept !== before.kept) {
      const { kept } = next;
      storage.write(keptKey, kept.length === 0 ? null : JSON.stringify(kept));
    }
    view.set(viewOf(next));
    return true;
  };
  return {
    view,
    write: (text) => void become(written(state, text)),
    fill: (text) => void become(filled(state, text)),
    older: (sent) => become(older(state, sent)),
    newer: (sent) => become(newer(state, sent)),
    restore: () => void become(restored(state)),
    drop: (text) => void become(dropped(state, text)),
    take() {
      const text = shownText(state);
      become(taken(state));
      return {
        text,
        settle: (hasArrived) => void become(settled(state, text, hasArrived)),
      };
    },
  };
}

function viewOf(state: DraftState): DraftView {
  return {
    text: shownText(state),
    isRecalled: state.recalled !== null,
    kept: state.kept.length,
  };
}

/** What was stored, or nothing where something else stands there. */
function readKept(stored: string | null): readonly string[] {
  try {
    const value: unknown = JSON.parse(stored ?? "[]");
    if (!Array.isArray(value)) return [];
    return value
      .filter((text): text is string => typeof text === "string")
      .slice(-KEPT_DRAFTS);
  } catch {
    return [];
  }
}
