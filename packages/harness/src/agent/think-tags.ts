/**
 * Takes reasoning out of a text in which a model wrote it between `<think>` and `</think>`, however the text is cut.
 *
 * The tags count only where models put them: at the start of a text, before anything but white space, and again right
 * after a closed block. Everywhere else, in code above all, they are text like any other. A block that is never closed
 * is reasoning to its end. Where a block mentions the opening tag, what follows the first closing tag waits until it is
 * clear which side of the last one it is on. A text whose beginning ends in a lone closing tag began in a block: its
 * beginning can be held back for a while to see that.
 */
const OPEN = "<think>";
const CLOSE = "</think>";

export interface TextPiece {
  readonly channel: "text" | "reasoning";
  readonly text: string;
}

type Place = "start" | "held" | "inside" | "unclear" | "gap" | "text";

export class ThinkTags {
  readonly #holdCharacters: number;
  #place: Place = "start";
  /** What has come and is not decided. */
  #rest = "";
  /** Opening tags that no closing tag answers yet. */
  #depth = 0;
  #isLone = false;

  /** `holdCharacters`: how much of the beginning is held back in search of a lone closing tag; 0 for nothing. */
  constructor(holdCharacters: number) {
    this.#holdCharacters = holdCharacters;
  }

  /** Whether text is held back that a lone closing tag would turn into reasoning. */
  get isHolding(): boolean {
    return this.#place === "held";
  }

  /** Whether the reasoning began without its opening tag. */
  get isLone(): boolean {
    return this.#isLone;
  }

  /** The pieces that are decided by now, in order. */
  push(text: string): readonly TextPiece[] {
    this.#rest += text;
    const pieces: TextPiece[] = [];
    while (this.#step(pieces));
    return join(pieces);
  }

  /** Lets out what is held back: it is text. */
  release(): readonly TextPiece[] {
    return this.isHolding ? this.#open() : [];
  }

  /** The rest, when nothing more comes. */
  end(): readonly TextPiece[] {
    const rest = this.#rest;
    this.#rest = "";
    if (rest === "") return [];
    if (this.#place === "inside") return [{ channel: "reasoning", text: rest }];
    const text =
      this.#place === "gap" || this.#place === "unclear"
        ? rest.trimStart()
        : rest;
    return text === "" ? [] : [{ channel: "text", text }];
  }

  /** Decides one thing; false when more text is needed. */
  #step(pieces: TextPiece[]): boolean {
    switch (this.#place) {
      case "start":
      case "gap":
        return this.#begin();
      case "held":
        return this.#hold(pieces);
      case "inside":
        return this.#inside(pieces);
      case "unclear":
        return this.#unclear(pieces);
      case "text":
        if (this.#rest !== "")
          pieces.push({ channel: "text", text: this.#rest });
        this.#rest = "";
        return false;
    }
  }

  #begin(): boolean {
    const begun = this.#rest.trimStart();
    if (begun.startsWith(OPEN)) {
      this.#rest = begun.slice(OPEN.length);
      this.#depth = 1;
      this.#place = "inside";
      return true;
    }
    if (OPEN.startsWith(begun)) return false;
    if (this.#place === "gap") {
      this.#rest = begun;
      this.#place = "text";
    } else this.#place = this.#holdCharacters > 0 ? "held" : "text";
    return true;
  }

  #hold(pieces: TextPiece[]): boolean {
    const at = this.#rest.indexOf(CLOSE);
    if (at === -1) {
      if (this.#rest.length <= this.#holdCharacters) return false;
      this.#place = "text";
      return true;
    }
    const before = this.#rest.slice(0, at);
    if (isInCode(before)) {
      this.#place = "text";
      return true;
    }
    this.#isLone = true;
    pieces.push({ channel: "reasoning", text: before });
    this.#rest = this.#rest.slice(at + CLOSE.length);
    this.#place = "gap";
    return true;
  }

  #inside(pieces: TextPiece[]): boolean {
    const { at, tag } = firstTag(this.#rest);
    const sure = tag === undefined ? undecidedFrom(this.#rest) : at;
    const before = this.#rest.slice(0, sure);
    if (tag === undefined) {
      if (before !== "") pieces.push({ channel: "reasoning", text: before });
      this.#rest = this.#rest.slice(sure);
      return false;
    }
    this.#rest = this.#rest.slice(at + tag.length);
    if (tag === OPEN) {
      this.#depth += 1;
      pieces.push({ channel: "reasoning", text: before + OPEN });
      return true;
    }
    this.#depth -= 1;
    if (before !== "") pieces.push({ channel: "reasoning", text: before });
    this.#place = this.#depth === 0 ? "gap" : "unclear";
    return true;
  }

  #unclear(pieces: TextPiece[]): boolean {
    const at = this.#rest.indexOf(CLOSE);
    if (at === -1) return false;
    pieces.push({
      channel: "reasoning",
      text: CLOSE + this.#rest.slice(0, at),
    });
    this.#rest = this.#rest.slice(at + CLOSE.length);
    this.#depth -= 1;
    this.#place = this.#depth === 0 ? "gap" : "unclear";
    return true;
  }

  #open(): readonly TextPiece[] {
    const text = this.#rest;
    this.#rest = "";
    this.#place = "text";
    return text === "" ? [] : [{ channel: "text", text }];
  }
}

function firstTag(text: string): {
  readonly at: number;
  readonly tag: typeof OPEN | typeof CLOSE | undefined;
} {
  const open = text.indexOf(OPEN);
  const close = text.indexOf(CLOSE);
  if (open === -1 && close === -1) return { at: -1, tag: undefined };
  return close === -1 || (open !== -1 && open < close)
    ? { at: open, tag: OPEN }
    : { at: close, tag: CLOSE };
}

/** Where the end of a text begins that may become a tag; its length when there is none. */
function undecidedFrom(text: string): number {
  const from = Math.max(0, text.length - CLOSE.length + 1);
  for (let at = from; at < text.length; at += 1) {
    const tail = text.slice(at);
    if (OPEN.startsWith(tail) || CLOSE.startsWith(tail)) return at;
  }
  return text.length;
}

function isInCode(before: string): boolean {
  return (before.match(/`+/g) ?? []).length % 2 === 1;
}

function join(pieces: readonly TextPiece[]): readonly TextPiece[] {
  const joined: TextPiece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (last?.channel === piece.channel)
      joined[joined.length - 1] = { ...last, text: last.text + piece.text };
    else joined.push(piece);
  }
  return joined;
}
