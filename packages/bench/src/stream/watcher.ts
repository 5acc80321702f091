/** One watcher: a bare connection, the order of what comes, and when it came. */
import { connect } from "node:net";
import type { Socket } from "node:net";
import { nowUs } from "./clock.ts";
import type { Place } from "./contender.ts";
import { createMarkScanner } from "./mark.ts";
import { OrderCheck } from "./order-check.ts";

export interface WatcherOptions {
  readonly place: Place;
  /** Called with each event, when it was published and when it came. */
  readonly onEvent: (number: number, sentUs: number, nowUs: number) => void;
}

export class Watcher {
  readonly check: OrderCheck;
  readonly #options: WatcherOptions;
  #socket: Socket | undefined;
  #askedUs = 0;
  #nowUs = 0;
  firstEventMs = Number.NaN;
  lastEventMs = Number.NaN;
  isClosed = false;

  constructor(options: WatcherOptions) {
    this.#options = options;
    this.check = new OrderCheck(options.place.after);
  }

  /** Resolves when the answer begins; one that stalls reads nothing after that. Rejects when it is no stream. */
  open(place: Place, stalls: boolean): Promise<void> {
    const opened = Promise.withResolvers<undefined>();
    const { port } = place;
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.#socket = socket;
    this.isClosed = false;
    const scan = createMarkScanner((number, timeUs) =>
      this.#take(number, timeUs),
    );
    socket.on("data", (piece) => {
      this.#nowUs = nowUs();
      scan(piece);
    });
    socket.once("connect", () => {
      this.#askedUs = nowUs();
      socket.write(requestFor(place));
    });
    socket.once("data", (piece) => {
      const status = piece.toString("latin1", 0, 15);
      if (/^HTTP\/1\.1 200/.test(status)) opened.resolve(undefined);
      else opened.reject(new Error(`A watcher was answered ${status}.`));
      if (stalls) socket.pause();
    });
    socket.once("error", opened.reject);
    socket.once("close", () => {
      this.isClosed = true;
      opened.reject(new Error("A watcher was cut before its answer."));
    });
    return opened.promise;
  }

  /** Reads again what a stalled connection still holds. */
  readOn(): void {
    this.#socket?.resume();
  }

  close(): void {
    this.#socket?.removeAllListeners("data");
    this.#socket?.destroy();
  }

  #take(number: number, timeUs: number): void {
    this.check.take(number);
    const sinceMs = (this.#nowUs - this.#askedUs) / 1000;
    if (Number.isNaN(this.firstEventMs)) this.firstEventMs = sinceMs;
    this.lastEventMs = sinceMs;
    this.#options.onEvent(number, timeUs, this.#nowUs);
  }
}

function requestFor({ path, port, headers }: Place): string {
  const lines = [
    `GET ${path} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    "accept: text/event-stream",
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  return `${lines.join("\r\n")}\r\n\r\n`;
}
