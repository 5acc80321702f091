/**
 * How the HTTP client comes by a socket: the host is resolved and judged anew for each one, and the other end is judged
 * again once connected, before anything is written. TLS stays on the name.
 */
import { once } from "node:events";
import {
  connect as connectTcp,
  isIP,
  type LookupFunction,
  type Socket,
} from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import type { buildConnector } from "undici";
import { GuardedFetchError, type GuardedFetchLimits } from "./guarded-fetch.ts";
import type { HostResolver } from "./host-resolver.ts";
import { judgeHost, reasonToRefuse } from "./judge-host.ts";
import { isSameAddress, type AddressJudge } from "./public-address.ts";

export interface GuardedSocketOptions {
  readonly resolver: HostResolver;
  readonly judge: AddressJudge;
  readonly listed: boolean;
  readonly limits: Pick<GuardedFetchLimits, "dnsMs" | "connectMs">;
  /** Certificates to trust in place of those of Node, in PEM. */
  readonly ca?: string | undefined;
}

interface Target {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
}

/** Opens sockets for one connection, and knows those that are open. */
export class NodeGuardedSockets {
  readonly #options: GuardedSocketOptions;
  readonly #open = new Set<Socket>();
  readonly #closing = new AbortController();

  constructor(options: GuardedSocketOptions) {
    this.#options = options;
  }

  /** For the `connect` option of an agent of undici. Calls back with a `GuardedFetchError` where it fails. */
  readonly connect: buildConnector.connector = (options, callback) => {
    const secure = options.protocol === "https:";
    const port = Number(options.port || (secure ? 443 : 80));
    void this.#connect({ host: options.hostname, port, secure }).then(
      (socket) => {
        callback(null, socket);
      },
      (error: unknown) => {
        callback(asFailure(error, "connect"), null);
      },
    );
  };

  /** Destroys every socket, also those that are still being opened, and waits until they are closed. Idempotent. */
  async close(): Promise<void> {
    this.#closing.abort(new GuardedFetchError("closed"));
    await Promise.all(
      [...this.#open].map(async (socket) => {
        const closed = once(socket, "close");
        socket.destroy();
        await closed;
      }),
    );
  }

  async #connect(target: Target): Promise<Socket | TLSSocket> {
    const limit = AbortSignal.timeout(this.#options.limits.connectMs);
    const signal = AbortSignal.any([this.#closing.signal, limit]);
    try {
      const addresses = await this.#judge(target.host, signal);
      const socket = await this.#reach(target, addresses, signal);
      return target.secure
        ? await this.#secure(socket, target.host, signal)
        : socket;
    } catch (error) {
      if (error instanceof GuardedFetchError) throw error;
      if (this.#closing.signal.aborted) throw new GuardedFetchError("closed");
      if (limit.aborted)
        throw new GuardedFetchError("timeout", { phase: "connect" });
      throw error;
    }
  }

  async #judge(host: string, signal: AbortSignal): Promise<readonly string[]> {
    const { resolver, judge, listed, limits } = this.#options;
    const { dnsMs } = limits;
    const judged = await judgeHost(host, {
      resolver,
      judge,
      listed,
      dnsMs,
      signal,
    });
    if (judged.ok) return judged.addresses;
    const { reason } = judged;
    if (reason === "name_timeout")
      throw new GuardedFetchError("timeout", { phase: "dns", reason });
    const isUnresolved =
      reason === "name_not_found" || reason === "name_lookup_failed";
    throw new GuardedFetchError(isUnresolved ? "dns" : "refused", { reason });
  }

  async #reach(
    { host, port }: Target,
    addresses: readonly string[],
    signal: AbortSignal,
  ): Promise<Socket> {
    const socket = connectTcp({
      host,
      port,
      lookup: answerWith(addresses),
      autoSelectFamily: true,
      noDelay: true,
      keepAlive: true,
    });
    this.#track(socket);
    try {
      await once(socket, "connect", { signal });
      this.#judgeRemote(socket.remoteAddress, host, addresses);
      return socket;
    } catch (error) {
      socket.destroy();
      throw asFailureUnlessAborted(error, "connect", signal);
    }
  }

  #judgeRemote(
    remote: string | undefined,
    host: string,
    addresses: readonly string[],
  ): void {
    if (remote === undefined) throw new GuardedFetchError("connect");
    const { judge, listed } = this.#options;
    const source = isIP(host) === 0 ? "dns" : "literal";
    const isExpected = addresses.some((one) => isSameAddress(one, remote));
    const reason = isExpected
      ? reasonToRefuse(judge(remote, source), listed)
      : "address";
    if (reason !== undefined)
      throw new GuardedFetchError("refused", { reason });
  }

  async #secure(
    raw: Socket,
    host: string,
    signal: AbortSignal,
  ): Promise<TLSSocket> {
    const { ca } = this.#options;
    const socket = connectTls({
      socket: raw,
      host,
      ...(isIP(host) === 0 ? { servername: host } : {}),
      ALPNProtocols: ["http/1.1"],
      rejectUnauthorized: true,
      ...(ca === undefined ? {} : { ca }),
    });
    socket.on("error", ignore);
    try {
      await once(socket, "secureConnect", { signal });
      return socket;
    } catch (error) {
      socket.destroy();
      raw.destroy();
      throw asFailureUnlessAborted(error, "tls", signal);
    }
  }

  #track(socket: Socket): void {
    this.#open.add(socket);
    socket.on("error", ignore);
    socket.once("close", () => this.#open.delete(socket));
  }
}

/** Node asks for all addresses where it may choose among families, and for one where it may not. */
function answerWith(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({
    address,
    family: isIP(address),
  }));
  return (_host, options, callback) => {
    const [first] = answers;
    if (first === undefined) callback(new Error("No address."), "", 0);
    else if (options.all === true) callback(null, answers);
    else callback(null, first.address, first.family);
  };
}

function asFailureUnlessAborted(
  error: unknown,
  code: "connect" | "tls",
  signal: AbortSignal,
): unknown {
  return signal.aborted ? error : asFailure(error, code);
}

function asFailure(error: unknown, code: "connect" | "tls"): GuardedFetchError {
  return error instanceof GuardedFetchError
    ? error
    : new GuardedFetchError(code);
}

/** Whoever waits for the socket sees the failure; without a listener it would end the process. */
function ignore(): void {}
