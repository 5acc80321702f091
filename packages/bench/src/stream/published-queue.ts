/** Publishes what the publisher orders, some events a turn of the loop. */
import type { Socket } from "node:net";
import type { OwnSockets } from "./own-sockets.ts";
import { createPublicationReader } from "./publication.ts";
import type { Publication } from "./publication.ts";

/** Events that a model's fastest tokens put into one turn of the loop. */
const BURST = 16;
/** Contenders that let a queue grow are spared more than this. */
const FULL_BYTES = 512 * 1024;

export interface TakePublicationsOptions {
  /** The publisher's connection. */
  readonly socket: Socket;
  readonly sockets: OwnSockets;
  /** Whether nothing is published while a socket is full: at full speed, but not at a pace. */
  readonly waits: () => boolean;
  readonly publish: (publication: Publication) => void;
}

export function takePublications(options: TakePublicationsOptions): void {
  const { socket, sockets, waits, publish } = options;
  const read = createPublicationReader();
  let queue: Publication[] = [];
  let next = 0;
  let turn: NodeJS.Immediate | undefined;
  const work = (): void => {
    turn = undefined;
    const isFull = waits() && sockets.longestQueue() > FULL_BYTES;
    for (let sent = 0; !isFull && sent < BURST; sent += 1) {
      const publication = queue[next];
      if (publication === undefined) break;
      next += 1;
      publish(publication);
    }
    if (next < queue.length) turn = setImmediate(work);
    else queue = [];
    if (queue.length === 0) next = 0;
  };
  socket.on("data", (piece) => {
    queue.push(...read(piece));
    // At once when nothing waits, as in a server to which an event comes.
    if (turn === undefined) work();
  });
}
