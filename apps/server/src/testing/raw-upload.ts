/** An upload that is written by hand: in any pieces, at any time, and read whenever the test wants to. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { TEST_BOUNDARY } from "./multipart.ts";
import { parseRawAnswer, type RawAnswer } from "./raw-http.ts";

export interface RawUploadOptions {
  readonly port: number;
  readonly path: string;
  readonly cookie: string;
  /** Replaces the headers that say how the body comes: chunks and the test boundary. */
  readonly headers?: readonly string[];
}

const FORM_HEADERS = [
  `content-type: multipart/form-data; boundary=${TEST_BOUNDARY}`,
  "transfer-encoding: chunked",
];

export class RawUpload {
  readonly socket: Socket;
  /** Resolves when the connection is closed, however it came to that. */
  readonly closed: Promise<void>;
  readonly #chunks: Buffer[] = [];

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on("data", (chunk: Buffer) => this.#chunks.push(chunk));
    socket.on("error", () => undefined);
    this.closed = new Promise((resolve) => {
      socket.once("close", () => resolve());
    });
  }

  static async open(options: RawUploadOptions): Promise<RawUpload> {
    const { port, path, cookie, headers = FORM_HEADERS } = options;
    const socket = connect(port, "127.0.0.1");
    const upload = new RawUpload(socket);
    await once(socket, "connect");
    const lines = [
      `POST ${path} HTTP/1.1`,
      `host: 127.0.0.1:${port}`,
      `cookie: ${cookie}`,
      ...headers,
    ];
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    return upload;
  }

  /** Resolves when the bytes are handed over to the system. */
  write(bytes: string | Buffer): Promise<void> {
    return new Promise((resolve) => this.socket.write(bytes, () => resolve()));
  }

  /** As one chunk of a chunked body. */
  writeChunk(text: string): Promise<void> {
    const length = Buffer.byteLength(text).toString(16);
    return this.write(`${length}\r\n${text}\r\n`);
  }

  /** The last chunk of a chunked body. */
  finish(): Promise<void> {
    return this.write("0\r\n\r\n");
  }

  /** Resolves with what came when a whole answer is there or the server closes. */
  async answer(): Promise<RawAnswer> {
    for (;;) {
      const answer = parseRawAnswer(Buffer.concat(this.#chunks).toString());
      const length = Number(answer.headers["content-length"] ?? Infinity);
      if (Buffer.byteLength(answer.body) >= length) return answer;
      const isOver = await Promise.race([
        new Promise((resolve) => {
          this.socket.once("data", () => resolve(false));
        }),
        this.closed.then(() => true),
      ]);
      if (isOver === true)
        return parseRawAnswer(Buffer.concat(this.#chunks).toString());
    }
  }

  destroy(): void {
    this.socket.destroy();
  }
}
