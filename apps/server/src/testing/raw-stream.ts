/** A watcher on a bare socket that reads only when it is told to. */
import { connect, type Socket } from "node:net";

export interface RawStreamOptions {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends the request and leaves everything else to the caller; the socket is paused. */
export function openRawStream({
  port,
  path,
  headers,
}: RawStreamOptions): Socket {
  const socket = connect(port, "127.0.0.1");
  const lines = [
    `GET ${path} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.on("error", () => undefined);
  socket.pause();
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  return socket;
}
