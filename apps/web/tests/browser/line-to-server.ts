/** A wire between the browser and the server that a test can cut, hold and lead to another server. */
import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";

export interface Line {
  /** What the browser opens; the server has to know it as an own origin. */
  readonly address: string;
  readonly port: number;
  /** Leads new connections to this port. */
  to(port: number): void;
  /** Breaks every connection; new ones are taken. */
  cut(): void;
  /** Takes connections and answers nothing, until `release`. */
  hold(): void;
  release(): void;
  close(): Promise<void>;
}

/** A line that leads nowhere yet. */
export async function openLine(): Promise<Line> {
  const sockets = new Set<Socket>();
  let target = 0;
  let held = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    // A line that breaks is what it is for.
    socket.on("error", () => socket.destroy());
  };
  const server = createServer((near) => {
    keep(near);
    if (held) return;
    const far = connect(target, "127.0.0.1");
    keep(far);
    near.pipe(far).pipe(near);
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    address: `http://127.0.0.1:${port}`,
    port,
    to: (next) => {
      target = next;
    },
    cut,
    hold() {
      held = true;
      cut();
    },
    release() {
      held = false;
      cut();
    },
    async close() {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}
