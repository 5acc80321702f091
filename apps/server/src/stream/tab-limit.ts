/** A browser has six connections a host; streams that name a tab leave some of them for everything else. */
import type { EventStream } from "./event-stream.ts";

export interface TabLimit {
  /** Counts a stream of the viewer; ends the viewer's oldest one when it is one too many. */
  admit(viewerId: string, stream: EventStream): void;
  forget(viewerId: string, stream: EventStream): void;
}

export function createTabLimit(limit: number, pausedSignal: string): TabLimit {
  const streams = new Map<string, Set<EventStream>>();
  return {
    admit(viewerId, stream) {
      const own = streams.get(viewerId) ?? new Set();
      streams.set(viewerId, own.add(stream));
      const [oldest] = own;
      if (own.size <= limit || oldest === undefined) return;
      own.delete(oldest);
      oldest.end(pausedSignal);
    },
    forget(viewerId, stream) {
      const own = streams.get(viewerId);
      own?.delete(stream);
      if (own?.size === 0) streams.delete(viewerId);
    },
  };
}
