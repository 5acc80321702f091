/**
 * Reads server-sent events from bytes that may be cut anywhere: in a character, in a line ending, in a field. CR, LF
 * and CRLF end lines and nothing else does; comments are skipped; a byte order mark at the start is dropped.
 */

export interface SseEvent {
  /** Undefined when the event has no name. */
  readonly name: string | undefined;
  readonly data: string;
}

export class SseDecoder {
  readonly #decoder = new TextDecoder("utf-8");
  #line = "";
  #lines: string[] = [];
  #name: string | undefined;
  #afterReturn = false;
  #atStart = true;

  /** The events that these bytes complete, in order. */
  push(bytes: Uint8Array): readonly SseEvent[] {
    return this.#read(this.#decoder.decode(bytes, { stream: true }));
  }

  /** What the stream ended with, blank line or not; the caller decides whether it is whole. */
  end(): readonly SseEvent[] {
    const events = [...this.#read(this.#decoder.decode())];
    if (this.#line !== "") this.#field();
    const last = this.#dispatch();
    return last === undefined ? events : [...events, last];
  }

  /** Characters that wait for the rest of their event. */
  get pending(): number {
    return this.#lines.reduce(
      (sum, line) => sum + line.length,
      this.#line.length,
    );
  }

  #read(text: string): readonly SseEvent[] {
    const events: SseEvent[] = [];
    let rest = this.#skip(text);
    for (;;) {
      const at = rest.search(/[\r\n]/);
      if (at === -1) break;
      this.#line += rest.slice(0, at);
      const isReturn = rest[at] === "\r";
      const isPair = isReturn && rest[at + 1] === "\n";
      this.#afterReturn = isReturn && at + 1 === rest.length;
      rest = rest.slice(at + (isPair ? 2 : 1));
      const event = this.#endLine();
      if (event !== undefined) events.push(event);
    }
    this.#line += rest;
    return events;
  }

  /** Without a byte order mark at the very start, and without the second half of a line end that was cut. */
  #skip(text: string): string {
    if (text === "") return text;
    const isMark = this.#atStart && text.startsWith("\uFEFF");
    this.#atStart = false;
    const rest = isMark ? text.slice(1) : text;
    if (rest === "") return rest;
    const isHalf = this.#afterReturn && rest.startsWith("\n");
    this.#afterReturn = false;
    return isHalf ? rest.slice(1) : rest;
  }

  #endLine(): SseEvent | undefined {
    if (this.#line === "") return this.#dispatch();
    this.#field();
    return undefined;
  }

  #field(): void {
    const line = this.#line;
    this.#line = "";
    if (line.startsWith(":")) return;
    const colon = line.indexOf(":");
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "data") this.#lines.push(value);
    else if (field === "event") this.#name = value === "" ? undefined : value;
  }

  #dispatch(): SseEvent | undefined {
    const name = this.#name;
    const lines = this.#lines;
    this.#name = undefined;
    this.#lines = [];
    return lines.length === 0 ? undefined : { name, data: lines.join("\n") };
  }
}

/** One event as the parsers behind us want it: one data line, no character that anybody takes for a line end. */
export function encodeSse(name: string | undefined, data: unknown): string {
  const text = typeof data === "string" ? data : JSON.stringify(data);
  const line = text.replace(
    /[\u0085\u2028\u2029]/g,
    (character) =>
      `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `${name === undefined ? "" : `event: ${name}\n`}data: ${line}\n\n`;
}
