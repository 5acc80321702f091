/**
 * Who may talk to this server, judged from a request's Host, Origin and Fetch Metadata alone. Another page, another
 * port and a name that only resolves to this machine are all someone else.
 */

/** The server's own names. */
export interface OwnAddress {
  readonly port: number;
  /** Whether it listens beyond loopback. */
  readonly exposed: boolean;
  /** The machine's name; an own name only when exposed. */
  readonly machineName: string;
  /** Exact origins, canonical (`URL.origin`). */
  readonly allowedOrigins: readonly string[];
}

export interface AskingRequest {
  readonly method: string;
  /** Whether the path is `/api` or below. */
  readonly api: boolean;
  readonly host: string;
  readonly origin?: string | undefined;
  readonly secFetchSite?: string | undefined;
  readonly secFetchMode?: string | undefined;
  /** The address that the socket was accepted on. */
  readonly localAddress?: string | undefined;
}

export type OriginVerdict = "ok" | "HOST_NOT_ALLOWED" | "ORIGIN_NOT_ALLOWED";

const LOOPBACK_NAMES = ["127.0.0.1", "localhost", "[::1]"] as const;

/** Judges the host first, then the origin, then what the browser says about where the request comes from. */
export function judgeOrigin(
  request: AskingRequest,
  own: OwnAddress,
): OriginVerdict {
  const host = request.host.toLowerCase();
  if (!isOwnHost(host, request, own)) return "HOST_NOT_ALLOWED";
  const { origin } = request;
  if (origin !== undefined && own.allowedOrigins.includes(origin)) return "ok";
  if (origin !== undefined && origin !== `http://${host}`)
    return "ORIGIN_NOT_ALLOWED";
  return comesFromHere(request) ? "ok" : "ORIGIN_NOT_ALLOWED";
}

function comesFromHere(request: AskingRequest): boolean {
  const { secFetchSite: site, secFetchMode: mode, method, api } = request;
  if (site === undefined || site === "same-origin" || site === "none")
    return true;
  return method === "GET" && !api && mode === "navigate";
}

/** Whether a Host header names this server by loopback. */
export function isLoopbackHost(host: string, port: number): boolean {
  const lower = host.toLowerCase();
  return LOOPBACK_NAMES.some((name) => lower === withPort(name, port));
}

function isOwnHost(
  host: string,
  { localAddress }: AskingRequest,
  { port, exposed, machineName, allowedOrigins }: OwnAddress,
): boolean {
  if (isLoopbackHost(host, port)) return true;
  if (exposed) {
    if (host === withPort(machineName.toLowerCase(), port)) return true;
    if (localAddress !== undefined) {
      const address = hostOfAddress(localAddress);
      if (host === withPort(address, port)) return true;
    }
  }
  return allowedOrigins.some((origin) => new URL(origin).host === host);
}

/** Browsers leave the default port out of Host. */
function withPort(name: string, port: number): string {
  return port === 80 ? name : `${name}:${port}`;
}

function hostOfAddress(address: string): string {
  const plain = address.startsWith("::ffff:")
    ? address.slice("::ffff:".length)
    : address;
  return plain.includes(":") ? `[${plain.split("%")[0] ?? plain}]` : plain;
}
