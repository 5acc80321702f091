/** What the benchmark asks of the publisher. */
import { once } from "node:events";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { nowUs } from "./clock.ts";
import { encodePublications } from "./publication.ts";
import type { Publication } from "./publication.ts";

const TICK_MS = 1;
const BLOCK = 1024;

export interface Pace {
  /** Each of them gets as many events; from this one on. */
  readonly firstSession: number;
  readonly sessions: number;
  /** Events a second and session. */
  readonly rate: number;
  readonly seconds: number;
  /** Characters of text in each. */
  readonly text: number;
}

/** How many events a session gets at a pace. */
export function eventsOf({ rate, seconds }: Pace): number {
  return Math.round(rate * seconds);
}

export type PublisherRemote = ReturnType<typeof createPublisherCommands>;

export function createPublisherCommands() {
  let socket: Socket | undefined;
  let halt = new AbortController();
  const send = async (publications: readonly Publication[]): Promise<void> => {
    if (socket === undefined) throw new Error("The publisher is nowhere.");
    const goOn = socket.write(encodePublications(publications));
    if (!goOn) await once(socket, "drain");
  };
  return {
    connect: async (port: number): Promise<void> => {
      socket = connect({ port, host: "127.0.0.1", noDelay: true });
      await once(socket, "connect");
    },
    /** Publishes evenly in time, the sessions in turn; resolves with how many events each session got. */
    paced: async (pace: Pace): Promise<number> => {
      halt = new AbortController();
      const { signal } = halt;
      const { firstSession, sessions, rate, text } = pace;
      const total = eventsOf(pace) * sessions;
      const start = performance.now();
      let done = 0;
      while (done < total && !signal.aborted) {
        const passed = (performance.now() - start) / 1000;
        const due = Math.min(total, Math.floor(passed * rate * sessions));
        const timeUs = nowUs();
        const batch = Array.from({ length: due - done }, (_, index) => ({
          session: firstSession + ((done + index) % sessions),
          text,
          timeUs,
        }));
        done = Math.max(done, due);
        if (batch.length > 0) await send(batch);
        await delay(TICK_MS);
      }
      return Math.floor(done / sessions);
    },
    /** Publishes as fast as the server takes it. */
    fullSpeed: async (asked: {
      readonly session: number;
      readonly events: number;
      readonly text: number;
    }): Promise<void> => {
      const { session, events, text } = asked;
      for (let done = 0; done < events; done += BLOCK) {
        const length = Math.min(BLOCK, events - done);
        const timeUs = nowUs();
        await send(Array.from({ length }, () => ({ session, text, timeUs })));
      }
    },
    halt: (): void => {
      halt.abort();
    },
  };
}
