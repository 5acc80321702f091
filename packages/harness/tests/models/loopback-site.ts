/** Real servers on loopback that stand for sites of the internet, and a guarded fetch that takes some for public. */
import { once } from "node:events";
import type {
  IncomingMessage,
  RequestListener,
  ServerResponse,
} from "node:http";
import { createServer as createHttpServer } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import {
  createServer as createTcpServer,
  type Server,
  type Socket,
} from "node:net";
import { onTestFinished } from "vitest";
import type { HostResolver } from "../../src/models/host-resolver.ts";
import {
  createGuardedFetch,
  type GuardedFetchOptions,
} from "../../src/models/node-guarded-fetch.ts";
import {
  createAddressJudge,
  type AddressJudge,
} from "../../src/models/public-address.ts";
import {
  createTestCertificate,
  type TestCertificate,
} from "./test-certificate.ts";

/** Stands for a public address; 127.0.0.1 and the rest of loopback stay what they are. */
export const PUBLIC_STAND_IN = "127.0.0.2";

export interface Site {
  readonly port: number;
  readonly requests: readonly IncomingMessage[];
  /** TLS server names that were asked for. */
  readonly serverNames: readonly string[];
  connections(): number;
  /** Resolves when no socket is open; the number opened so far. */
  allClosed(): Promise<number>;
}

interface SiteOptions {
  readonly address?: string;
  readonly port?: number;
  readonly secure?: TestCertificate;
}

export async function startSite(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  { address = PUBLIC_STAND_IN, port = 0, secure }: SiteOptions = {},
): Promise<Site> {
  const requests: IncomingMessage[] = [];
  const serverNames: string[] = [];
  const listener: RequestListener = (request, response) => {
    requests.push(request);
    answer(request, response);
  };
  const server =
    secure === undefined
      ? createHttpServer(listener)
      : createHttpsServer({ key: secure.key, cert: secure.cert }, listener);
  server.on("secureConnection", (socket: object) => {
    serverNames.push("servername" in socket ? String(socket.servername) : "");
  });
  return { ...(await listen(server, address, port)), requests, serverNames };
}

/** A site that speaks no HTTP: it gets the socket as it is. */
export async function startRawSite(
  serve: (socket: Socket) => void,
): Promise<Pick<Site, "port" | "connections" | "allClosed">> {
  const server = createTcpServer((socket) => {
    serve(socket);
    // Without a reader, a socket never learns that the other end has gone.
    socket.resume();
  });
  return listen(server, PUBLIC_STAND_IN, 0);
}

async function listen(
  server: Server,
  address: string,
  port: number,
): Promise<Pick<Site, "port" | "connections" | "allClosed">> {
  const open = new Set<Socket>();
  let opened = 0;
  server.on("connection", (socket) => {
    opened += 1;
    open.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => open.delete(socket));
  });
  server.listen(port, address);
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const at = server.address();
  if (at === null || typeof at === "string") throw new Error("No port.");
  return {
    port: at.port,
    connections: () => opened,
    async allClosed() {
      await Promise.all([...open].map((socket) => once(socket, "close")));
      return opened;
    },
  };
}

/** The real judge, but for the stand-in. */
export function standInJudge(resolver: HostResolver): AddressJudge {
  const real = createAddressJudge(() => resolver.ownAddresses());
  return (address, source) =>
    address === PUBLIC_STAND_IN ? "public" : real(address, source);
}

export const certificate = createTestCertificate(["*.example.com"]);

/** A guarded fetch that takes the stand-in for a public address; closed when the test ends. */
export function openGuardedFetch(
  options: Omit<GuardedFetchOptions, "allowedOrigins"> & {
    readonly resolver: HostResolver;
    readonly allowedOrigins?: readonly string[];
  },
) {
  const guarded = createGuardedFetch({
    allowedOrigins: [],
    judge: standInJudge(options.resolver),
    ca: certificate.cert,
    ...options,
  });
  onTestFinished(() => guarded.close());
  return guarded;
}
