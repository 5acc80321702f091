import type { Server } from "node:http";
import type { OwnAddress } from "../guards/origin-guard.ts";

export interface ServerAddressOptions {
  readonly server: Server;
  readonly host: string;
  /** The configured port; 0 stands for the one that the system chose. */
  readonly port: number;
  readonly exposed: boolean;
  readonly allowedOrigins: readonly string[];
  readonly machineName: string;
}

/** Where this server is, known in full once it listens. */
export interface ServerAddress {
  own(): OwnAddress;
  /** The address that people are told, without a slash at the end. */
  printed(): string;
}

export function createServerAddress(
  options: ServerAddressOptions,
): ServerAddress {
  const { server, host, exposed, allowedOrigins, machineName } = options;
  // Each look is a call of the system, and every request asks; it does not change while the server listens.
  let own: OwnAddress | undefined;
  const ownAddress = (): OwnAddress => {
    if (own !== undefined) return own;
    const names = { exposed, allowedOrigins, machineName };
    const bound = boundPort(server);
    if (bound === undefined) return { port: options.port, ...names };
    own = { port: bound, ...names };
    return own;
  };
  return {
    own: ownAddress,
    printed: () =>
      new URL(`http://${printedHost(host)}:${ownAddress().port}`).origin,
  };
}

/** Undefined before the server listens. */
function boundPort(server: Server): number | undefined {
  const address = server.address();
  return typeof address === "object" && address !== null
    ? address.port
    : undefined;
}

/** One of the loopback names where it can be: the page is then a secure context, and cookies have one home. */
function printedHost(host: string): string {
  const name = host.replace(/^\[|\]$/g, "");
  if (
    name === "localhost" ||
    name === "0.0.0.0" ||
    name === "::" ||
    name.startsWith("127.")
  )
    return "127.0.0.1";
  return name.includes(":") ? `[${name}]` : name;
}
