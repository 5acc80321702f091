/**
 * What a person is writing, as a pure state: the text itself, what was recalled from before, and drafts
 * that gave way to another text. Nothing that was written is lost by anything but sending or deleting it.
 */
export interface DraftState {
  /** What is being written, also while something recalled is shown in its place. */
  readonly own: string;
  /** `own` was filled in and not touched since, so it may be replaced. */
  readonly isFilled: boolean;
  /** An earlier text that is shown instead of `own`; null when `own` is. */
  readonly recalled: string | null;
  /** Drafts that gave way, oldest first. */
  readonly kept: readonly string[];
  /** On their way to the server; theirs is the only copy until it has them. */
  readonly held: readonly string[];
}

export const EMPTY_DRAFT: DraftState = {
  own: "",
  isFilled: false,
  recalled: null,
  kept: [],
  held: [],
};

/** More drafts than these are not kept; the oldest goes. */
export const KEPT_DRAFTS = 5;

/** What the person sees. */
export function shownText(state: DraftState): string {
  return state.recalled ?? state.own;
}

/** A person changed what is shown. What was recalled becomes the draft then, and the draft is kept. */
export function written(state: DraftState, text: string): DraftState {
  if (text === shownText(state)) return state;
  const { recalled } = state;
  if (recalled === null) return { ...state, own: text, isFilled: false };
  const kept = givenWay(state).filter((other) => other !== recalled);
  return { ...state, own: text, isFilled: false, recalled: null, kept };
}

/** A text that was chosen rather than written takes the draft's place; the draft is kept. */
export function filled(state: DraftState, text: string): DraftState {
  if (text === state.own) return { ...state, recalled: null };
  return {
    ...state,
    own: text,
    isFilled: true,
    recalled: null,
    kept: givenWay(state),
  };
}

/** One step back in `sent` and the kept drafts; the same state where there is nothing older. */
export function older(state: DraftState, sent: readonly string[]): DraftState {
  const texts = recallable(state, sent);
  const place = placeOf(state, texts);
  const text = texts[place - 1];
  return text === undefined ? state : { ...state, recalled: text };
}

/** One step forward, at last back to the draft. */
export function newer(state: DraftState, sent: readonly string[]): DraftState {
  if (state.recalled === null) return state;
  const texts = recallable(state, sent);
  return { ...state, recalled: texts[placeOf(state, texts) + 1] ?? null };
}

/** The draft that gave way last is the draft again; the present one is kept in its place. */
export function restored(state: DraftState): DraftState {
  const text = state.kept.at(-1);
  if (text === undefined) return state;
  const kept = givenWay({ ...state, kept: state.kept.slice(0, -1) });
  return { ...state, own: text, isFilled: false, recalled: null, kept };
}

/** What is shown is on its way. A draft behind something recalled stays. */
export function taken(state: DraftState): DraftState {
  const text = shownText(state);
  const held = [...state.held, text];
  const { recalled, kept } = state;
  if (recalled === null) return { ...state, own: "", isFilled: false, held };
  const left = kept.filter((other) => other !== recalled);
  return { ...state, recalled: null, kept: left, held };
}

/** What was on its way has arrived, or comes back before whatever was written since. */
export function settled(
  state: DraftState,
  text: string,
  hasArrived: boolean,
): DraftState {
  const index = state.held.indexOf(text);
  if (index === -1) return state;
  const held = state.held.toSpliced(index, 1);
  if (hasArrived) return { ...state, held };
  const own = joined(text, state.own);
  return { ...state, own, isFilled: false, recalled: null, held };
}

/** A text that failed had arrived after all: it leaves the draft, whether it has come back there or not. */
export function dropped(state: DraftState, text: string): DraftState {
  if (state.held.includes(text)) return settled(state, text, true);
  if (text === "") return state;
  if (state.own === text) return { ...state, own: "", isFilled: false };
  const start = `${text}\n`;
  return state.own.startsWith(start)
    ? { ...state, own: state.own.slice(start.length) }
    : state;
}

/** What has to be kept for a page that ends now. */
export function toKeep(state: DraftState): string {
  return [...state.held, state.own].reduce(joined, "");
}

function joined(first: string, second: string): string {
  if (first === "" || second === "") return first + second;
  return `${first}\n${second}`;
}

function givenWay(state: DraftState): readonly string[] {
  const { own, isFilled, kept } = state;
  if (isFilled || own.trim() === "") return kept;
  return [...kept.filter((other) => other !== own), own].slice(-KEPT_DRAFTS);
}

/** Every text once, at its last place. */
function recallable(
  { kept }: DraftState,
  sent: readonly string[],
): readonly string[] {
  const texts = [...sent, ...kept].filter((text) => text.trim() !== "");
  return [...new Set(texts.toReversed())].toReversed();
}

function placeOf({ recalled }: DraftState, texts: readonly string[]): number {
  const place = recalled === null ? -1 : texts.indexOf(recalled);
  return place === -1 ? texts.length : place;
}
