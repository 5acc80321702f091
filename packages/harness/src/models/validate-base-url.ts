/**
 * Whether the address that a person entered for a model may be used. The text is checked, then parsed once, and all else
 * is decided on what the parser made of it, so that no spelling of a host means something else to us than to a socket.
 */
import {
  baseUrlRefusalText,
  type BaseUrlReason,
  type BaseUrlRefusalDetails,
} from "@agent-studio/shared";
import { isIP } from "node:net";
import {
  baseUrlTextProblem,
  MAX_BASE_URL_CHARACTERS,
} from "./base-url-text.ts";
import { judgeHostName } from "./host-name.ts";
import { judgePort } from "./model-port.ts";
import {
  normalizeBasePath,
  type RemoteModelApi,
} from "./normalize-base-url.ts";
import { judgeAddress } from "./public-address.ts";

export interface BaseUrlOptions {
  /** Exact origins of `STUDIO_ALLOWED_MODEL_ORIGINS`. Entries that are no origin allow nothing. */
  readonly allowedOrigins: readonly string[];
}

export interface BaseUrlTarget {
  readonly ok: true;
  /** As it is stored, shown and used; no slash at the end. */
  readonly baseUrl: string;
  readonly origin: string;
  /** The host without brackets and root dot: a name or an IP address. */
  readonly host: string;
  /** Whether the operator listed this origin, so that it may be private and unencrypted. */
  readonly listed: boolean;
}

export interface BaseUrlRefusal {
  readonly ok: false;
  readonly reason: BaseUrlReason;
  /** English, for a person; names no address that a resolver gave. */
  readonly message: string;
  /** `details` of `BASE_URL_NOT_ALLOWED`. */
  readonly details: BaseUrlRefusalDetails;
}

export type BaseUrlDecision = BaseUrlTarget | BaseUrlRefusal;

/** Pure: asks no resolver. Names that pass still have to be resolved and their addresses judged. */
export function validateBaseUrl(
  raw: string,
  api: RemoteModelApi,
  options: BaseUrlOptions,
): BaseUrlDecision {
  const problem = baseUrlTextProblem(raw);
  if (problem !== undefined) return refuseBaseUrl(problem);
  const url = URL.parse(raw);
  if (url === null) return refuseBaseUrl("malformed");
  url.hostname = withoutRootDot(url.hostname);
  const host = hostOf(url);
  const listed = isListed(url.origin, options.allowedOrigins);
  const refusal = judgeTarget(url, host, listed);
  if (refusal !== undefined) return refusal;
  const baseUrl = url.origin + normalizeBasePath(url.pathname, api);
  if (baseUrl.length > MAX_BASE_URL_CHARACTERS)
    return refuseBaseUrl("too_long");
  return { ok: true, baseUrl, origin: url.origin, host, listed };
}

/** A refusal with its sentence. `origin` is given when listing it would allow the address. */
export function refuseBaseUrl(
  reason: BaseUrlReason,
  origin?: string,
): BaseUrlRefusal {
  const details: BaseUrlRefusalDetails = {
    reason,
    ...(origin === undefined
      ? {}
      : { setting: "STUDIO_ALLOWED_MODEL_ORIGINS", value: origin }),
  };
  return {
    ok: false,
    reason,
    message: baseUrlRefusalText(details, "en"),
    details,
  };
}

/** What is refused always comes first: a hint that listing helps must be true. */
function judgeTarget(
  url: URL,
  host: string,
  listed: boolean,
): BaseUrlRefusal | undefined {
  const verdict =
    isIP(host) === 0 ? judgeHostName(host) : judgeAddress(host, "literal");
  if (verdict === "malformed" || verdict === "metadata")
    return refuseBaseUrl(verdict);
  const port = judgePort(portOf(url));
  if (port === "never") return refuseBaseUrl("port");
  if (listed) return undefined;
  if (verdict === "local") return refuseBaseUrl("name", url.origin);
  if (verdict === "private") return refuseBaseUrl("address", url.origin);
  if (url.protocol !== "https:")
    return refuseBaseUrl("not_encrypted", url.origin);
  return port === "open" ? undefined : refuseBaseUrl("port", url.origin);
}

function portOf(url: URL): number {
  if (url.port !== "") return Number(url.port);
  return url.protocol === "https:" ? 443 : 80;
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1");
}

function withoutRootDot(hostname: string): string {
  return hostname.replace(/(?<=[^.])\.$/, "");
}

function isListed(origin: string, allowed: readonly string[]): boolean {
  return allowed.some((entry) => canonicalOrigin(entry) === origin);
}

function canonicalOrigin(entry: string): string | undefined {
  const url = URL.parse(entry);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  const isOrigin =
    url.pathname === "/" &&
    url.search + url.hash + url.username + url.password === "";
  if (!isOrigin) return undefined;
  url.hostname = withoutRootDot(url.hostname);
  return url.origin;
}
