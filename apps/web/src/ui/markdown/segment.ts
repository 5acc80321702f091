/** A piece of an answer that can be drawn by itself: what follows can't change it any more, apart from the last. */
export type Segment = ProseSegment | CodeSegment | TableSegment;

export interface ProseSegment {
  readonly kind: "prose";
  readonly raw: string;
  /** Goes on with the list, quotation or paragraph before it, which was too long for one piece. */
  readonly isContinued: boolean;
  /** The number of the first item, where a list with numbers goes on. */
  readonly start?: number;
}

export interface CodeSegment {
  readonly kind: "code";
  /** What stands behind the opening fence. */
  readonly info: string;
  /** Runs of whole lines; joined by line feeds they are the code. */
  readonly pieces: readonly string[];
  readonly isClosed: boolean;
}

export interface TableSegment {
  readonly kind: "table";
  /** The heading and the line under it. */
  readonly head: string;
  /** Runs of whole rows. */
  readonly groups: readonly string[];
}

/** Targets of `[label]: target` lines, by label in lower case. */
export type LinkTargets = Readonly<
  Record<string, { readonly href: string; readonly title: string }>
>;

export interface Segments {
  readonly segments: readonly Segment[];
  readonly links: LinkTargets;
}

export const NO_LINKS: LinkTargets = {};
