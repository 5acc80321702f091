/** HTTP as bytes on a socket, for requests that no well-behaved client sends. */
import { connect } from "node:net";

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends text as it is and reads until the server closes, which a sane answer to it makes it do. */
export async function sendRaw(port: number, text: string): Promise<RawAnswer> {
  const socket = connect(port, "127.0.0.1");
  socket.setTimeout(10_000, () =>
    socket.destroy(new Error("The server neither answered nor closed.")),
  );
  socket.end(text);
  const chunks: Buffer[] = [];
  for await (const chunk of socket as AsyncIterable<Buffer>) chunks.push(chunk);
  return parseRawAnswer(Buffer.concat(chunks).toString("utf8"));
}

/** An answer as far as it is there. */
export function parseRawAnswer(text: string): RawAnswer {
  const [head = "", ...rest] = text.split("\r\n\r\n");
  const [statusLine = "", ...lines] = head.split("\r\n");
  const headers = lines.map((line) => {
    const colon = line.indexOf(":");
    return [
      line.slice(0, colon).toLowerCase(),
      line.slice(colon + 1).trim(),
    ] as const;
  });
  return {
    status: Number(statusLine.split(" ")[1] ?? 0),
    headers: Object.fromEntries(headers),
    body: rest.join("\r\n\r\n"),
  };
}
