/**
 * Writes the state of a session as JSON. Finished messages never change, and they are nearly all of a long session, so
 * their bytes are taken over from the last snapshot: what is new is all that is written.
 */
import type { Message, SessionState } from "@agent-studio/shared";

interface Written {
  readonly messages: readonly Message[];
  /** Where their JSON lies in `bytes`, without the brackets around. */
  readonly start: number;
  readonly end: number;
  readonly bytes: Buffer;
}

export class SnapshotWriter {
  #last: Written | undefined;

  /** `{ sequence, state }` as JSON. Never changes what it gave before. */
  write(state: SessionState): Buffer {
    const { messages, ...rest } = state;
    const head = Buffer.from(
      `{"sequence":${state.sequence},"state":{"messages":[`,
    );
    const body = this.#bodyOf(messages);
    const tail = Buffer.from(`],${JSON.stringify(rest).slice(1)}}`);
    const bytes = Buffer.concat([head, ...body, tail]);
    const start = head.length;
    const end = bytes.length - tail.length;
    this.#last = { messages, start, end, bytes };
    return bytes;
  }

  #bodyOf(messages: readonly Message[]): readonly Buffer[] {
    const last = this.#last;
    if (last === undefined || !startsWith(messages, last.messages))
      return [bytesOf(messages)];
    const known = last.bytes.subarray(last.start, last.end);
    const added = messages.slice(last.messages.length);
    if (added.length === 0) return [known];
    const comma = last.messages.length === 0 ? [] : [COMMA];
    return [known, ...comma, bytesOf(added)];
  }
}

const COMMA = Buffer.from(",");

function bytesOf(messages: readonly Message[]): Buffer {
  return Buffer.from(JSON.stringify(messages).slice(1, -1));
}

function startsWith(
  messages: readonly Message[],
  known: readonly Message[],
): boolean {
  return known.every((message, index) => message === messages[index]);
}
