/**
 * Finds any of many texts in one pass (Aho-Corasick), in time that grows with the text alone, whatever it holds. After
 * the last character the automaton also knows how much of the end may be the beginning of a match, which is what a
 * stream has to hold back.
 */

export interface SecretSpan {
  readonly start: number;
  readonly end: number;
}

export interface SecretScan {
  /** Matches in order; those that overlap are one. */
  readonly spans: readonly SecretSpan[];
  /** From here on, text that is still to come may complete or widen a match. */
  readonly undecidedFrom: number;
}

export interface SecretMatcher {
  /** Characters of the longest text that is looked for. */
  readonly longest: number;
  /** `covered` characters at the beginning are known to be part of a match that began before the text. */
  scan(text: string, covered?: number): SecretScan;
}

interface State {
  readonly next: Map<number, State>;
  readonly depth: number;
  /** The state of the longest proper suffix that some pattern begins with. */
  fallback: State | undefined;
  /** Length of the longest pattern that ends here; 0 for none. */
  matched: number;
}

/** A matcher for these texts; empty ones are ignored. */
export function createSecretMatcher(patterns: Iterable<string>): SecretMatcher {
  const root = buildTree(patterns);
  linkFallbacks(root);

  return {
    longest: depthOf(root),
    scan(text, covered = 0) {
      const spans: SecretSpan[] =
        covered > 0 ? [{ start: 0, end: covered }] : [];
      let state = root;
      for (let index = 0; index < text.length; index += 1) {
        state = step(state, text.charCodeAt(index), root);
        if (state.matched > 0) {
          addSpan(spans, { start: index + 1 - state.matched, end: index + 1 });
        }
      }
      const undecided = text.length - state.depth;
      const last = spans.findLast(({ start }) => start < undecided);
      const isCut = last !== undefined && last.end > undecided;
      return { spans, undecidedFrom: isCut ? last.start : undecided };
    },
  };
}

function buildTree(patterns: Iterable<string>): State {
  const root: State = newState(0);
  for (const pattern of patterns) {
    let state = root;
    for (let index = 0; index < pattern.length; index += 1) {
      const unit = pattern.charCodeAt(index);
      const known = state.next.get(unit) ?? newState(index + 1);
      state.next.set(unit, known);
      state = known;
    }
    state.matched = pattern.length;
  }
  return root;
}

function depthOf(state: State): number {
  return [...state.next.values()].reduce(
    (deepest, child) => Math.max(deepest, depthOf(child)),
    state.depth,
  );
}

function newState(depth: number): State {
  return { next: new Map(), depth, fallback: undefined, matched: 0 };
}

/** Breadth first, since a fallback is always nearer to the root. */
function linkFallbacks(root: State): void {
  const queue: State[] = [root];
  for (const state of queue) {
    for (const [unit, child] of state.next) {
      const fallback =
        state.fallback === undefined ? root : step(state.fallback, unit, root);
      child.fallback = fallback;
      if (child.matched === 0) child.matched = fallback.matched;
      queue.push(child);
    }
  }
}

function step(from: State, unit: number, root: State): State {
  let state: State | undefined = from;
  while (state !== undefined) {
    const next = state.next.get(unit);
    if (next !== undefined) return next;
    state = state.fallback;
  }
  return root;
}

function addSpan(spans: SecretSpan[], span: SecretSpan): void {
  let { start } = span;
  let last = spans.at(-1);
  while (last !== undefined && last.end > start) {
    start = Math.min(start, last.start);
    spans.pop();
    last = spans.at(-1);
  }
  spans.push({ start, end: span.end });
}
