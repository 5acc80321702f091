/** What the benchmark asks of the process that holds a contender. */
import type { AddressInfo, Server } from "node:net";
import { createEventMaker, sessionIdOf } from "./bench-event.ts";
import type { Contender, Place } from "./contender.ts";
import type { OwnSockets } from "./own-sockets.ts";
import type { Publication } from "./publication.ts";
import { startMeter } from "./usage-meter.ts";
import type { Usage } from "./usage-meter.ts";

const BURST = 200;

export interface ServerCommandsOptions {
  readonly contender: Contender;
  readonly sockets: OwnSockets;
  /** Where the publisher connects. */
  readonly publications: Server;
}

export interface ServerCommands {
  readonly publish: (publication: Publication) => void;
  /** Whether publishing waits while a socket is full. */
  readonly waits: () => boolean;
  readonly remote: ReturnType<typeof createRemoteCommands>;
}

/** A type of what a child process offers can't be written before it is known. */
export type ServerRemote = ServerCommands["remote"];

export function createServerCommands(
  options: ServerCommandsOptions,
): ServerCommands {
  const { contender } = options;
  const make = createEventMaker();
  const numbers = new Map<number, number>();
  const publish = ({ session, text, timeUs }: Publication): void => {
    const number = (numbers.get(session) ?? 0) + 1;
    numbers.set(session, number);
    contender.publish(sessionIdOf(session), make({ number, timeUs, text }));
  };
  const pace = { waits: false };
  return {
    publish,
    waits: () => pace.waits,
    remote: createRemoteCommands(options, publish, pace),
  };
}

interface FillOrder {
  readonly session: number;
  readonly events: number;
  readonly text: number;
}

function createRemoteCommands(
  { contender, sockets, publications }: ServerCommandsOptions,
  publish: (publication: Publication) => void,
  pace: { waits: boolean },
) {
  let read: (() => Usage) | undefined;
  return {
    publicationPort: (): number => (publications.address() as AddressInfo).port,
    create: async (sessions: number): Promise<void> => {
      for (let index = 0; index < sessions; index += 1)
        await contender.create(sessionIdOf(index));
    },
    place: async (asked: {
      readonly session: number;
      readonly after: number;
    }): Promise<Place> => {
      const { session, after } = asked;
      const place = await contender.place(sessionIdOf(session), after);
      return { ...place, port: contender.port, after };
    },
    /** Writes a log that nobody watches. */
    fill: async ({ session, events, text }: FillOrder): Promise<void> => {
      for (let done = 0; done < events; done += BURST) {
        const burst = Math.min(BURST, events - done);
        for (let one = 0; one < burst; one += 1)
          publish({ session, text, timeUs: 0 });
        await new Promise((next) => setImmediate(next));
      }
    },
    waitWhenFull: (): void => {
      pace.waits = true;
    },
    collectGarbage: (): void => {
      globalThis.gc?.();
      globalThis.gc?.();
    },
    rss: (): number => process.memoryUsage.rss(),
    begin: (): void => {
      read = startMeter(() => sockets.longestQueue());
    },
    end: (): Usage => {
      if (read === undefined) throw new Error("Nothing is measured.");
      return read();
    },
    close: (): Promise<void> => contender.close(),
  };
}
