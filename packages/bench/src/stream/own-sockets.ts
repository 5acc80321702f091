/** The connections that a port of this process has, as Node tells of them: no contender has to hand its server out. */
import { subscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";

export interface OwnSockets {
  /** The most bytes that wait in this process for one connection. */
  longestQueue(): number;
}

/** Watches from now on. */
export function watchSockets(port: () => number | undefined): OwnSockets {
  const sockets = new Set<Socket>();
  subscribe("net.server.socket", (message) => {
    const { socket } = message as { readonly socket: Socket };
    if (socket.localPort !== port()) return;
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  return {
    longestQueue() {
      let longest = 0;
      for (const { writableLength } of sockets)
        if (writableLength > longest) longest = writableLength;
      return longest;
    },
  };
}
