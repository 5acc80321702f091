/**
 * A model provider on a loopback port that does what a script says, request by request, in the form of any api. It
 * keeps what it was sent. It stands for providers with all their faults, so it checks nothing itself.
 */
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { SimulatorReply, WireStep } from "./simulator-reply.ts";

export interface SimulatorRequest {
  /** Starts at 1. */
  readonly number: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed; undefined when it is no JSON. */
  readonly body: unknown;
  readonly bodyText: string;
  /** Resolves when the client is gone or has everything. */
  readonly closed: Promise<void>;
}

/** Gives the reply to a request. A rejection is reported by `defects`. */
export type SimulatorScript = (
  request: SimulatorRequest,
) => SimulatorReply | Promise<SimulatorReply>;

export class ProviderSimulator {
  /** Every request so far. */
  readonly requests: SimulatorRequest[] = [];
  /** What scripts threw. */
  readonly defects: unknown[] = [];
  readonly #server: Server;
  readonly #waiters = new Set<() => void>();
  #port = 0;
  #script: SimulatorScript;

  private constructor(script: SimulatorScript) {
    this.#script = script;
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch((error: unknown) => {
        this.defects.push(error);
        response.destroy();
      });
    });
  }

  /** Listens on 127.0.0.1, on a port of the system's choice. */
  static async open(script: SimulatorScript): Promise<ProviderSimulator> {
    const simulator = new ProviderSimulator(script);
    await new Promise<void>((resolve) => {
      simulator.#server.listen(0, "127.0.0.1", resolve);
    });
    const address = simulator.#server.address();
    if (address !== null && typeof address === "object")
      simulator.#port = address.port;
    return simulator;
  }

  /** `http://127.0.0.1:<port>`; after closing, an address where nothing listens. */
  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** What later requests are answered with. */
  use(script: SimulatorScript): void {
    this.#script = script;
  }

  /** Resolves when so many requests have come. */
  async received(count: number): Promise<void> {
    while (this.requests.length < count) {
      await new Promise<void>((resolve) => {
        const tell = (): void => {
          this.#waiters.delete(tell);
          resolve();
        };
        this.#waiters.add(tell);
      });
    }
  }

  /** Ends every connection and stops listening. Idempotent. */
  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
  }

  async #serve(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request)
      if (Buffer.isBuffer(chunk)) chunks.push(chunk);
    const closed = new Promise<void>((resolve) => {
      response.once("close", () => resolve());
    });
    const bodyText = Buffer.concat(chunks).toString("utf8");
    const received: SimulatorRequest = {
      number: this.requests.length + 1,
      method: request.method ?? "",
      path: request.url ?? "",
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [
          name,
          Array.isArray(value) ? value.join(", ") : (value ?? ""),
        ]),
      ),
      body: parse(bodyText),
      bodyText,
      closed,
    };
    this.requests.push(received);
    for (const tell of [...this.#waiters]) tell();
    await play(await this.#script(received), response, closed);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function play(
  reply: SimulatorReply,
  response: ServerResponse,
  closed: Promise<void>,
): Promise<void> {
  if (reply.hangsUp === true) {
    response.destroy();
    return;
  }
  response.socket?.setNoDelay(true);
  if (reply.statusText !== undefined) response.statusMessage = reply.statusText;
  response.writeHead(reply.status, reply.headers);
  response.flushHeaders();
  for (const step of reply.steps) {
    if (response.destroyed) return;
    await take(step, response, closed);
  }
  response.end();
}

async function take(
  step: WireStep,
  response: ServerResponse,
  closed: Promise<void>,
): Promise<void> {
  switch (step.kind) {
    case "bytes":
      await write(step.bytes, response, closed);
      break;
    case "wait":
      await Promise.race([step.until, closed]);
      break;
    case "silence":
      await closed;
      break;
    case "cut":
      response.destroy();
      break;
  }
}

/** Resolves when the bytes have left, so that each write is a segment of its own. */
async function write(
  bytes: Uint8Array,
  response: ServerResponse,
  closed: Promise<void>,
): Promise<void> {
  const written = new Promise<void>((resolve) => {
    response.write(bytes, () => resolve());
  });
  await Promise.race([written, closed]);
  await new Promise<void>((resolve) => {
    setImmediate(resolve);
  });
}
