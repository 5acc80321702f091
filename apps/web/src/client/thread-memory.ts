/** Where a person was reading in each session, kept while the page is open. */
export interface ReadingPlace {
  /** The message at the upper edge. */
  readonly messageId: string;
  /** Pixels from the upper edge of the view down to that message; negative when it begins above. */
  readonly offset: number;
}

export interface ThreadMemory {
  /** Null for a session that was left at its end, or never opened. */
  placeOf(sessionId: string): ReadingPlace | null;
  keepPlace(sessionId: string, place: ReadingPlace | null): void;
  /** Whether something that folds was opened or closed by the person; null for neither. */
  foldOf(id: string): boolean | null;
  keepFold(id: string, isOpen: boolean): void;
}

/** A memory that knows nothing yet. */
export function createThreadMemory(): ThreadMemory {
  const places = new Map<string, ReadingPlace>();
  const folds = new Map<string, boolean>();
  return {
    placeOf: (sessionId) => places.get(sessionId) ?? null,
    keepPlace(sessionId, place) {
      if (place === null) places.delete(sessionId);
      else places.set(sessionId, place);
    },
    foldOf: (id) => folds.get(id) ?? null,
    keepFold: (id, isOpen) => void folds.set(id, isOpen),
  };
}
