/** Recognises viewers by their cookie and lets browsers become one. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../http/refusal.ts";
import { isSameCode } from "./access-code.ts";
import { limitedAddress } from "./client-address.ts";
import { createRateLimit, type RateLimit } from "./rate-limit.ts";
import {
  readViewerTokens,
  viewerCookieName,
  writeViewerCookie,
} from "./viewer-cookie.ts";
import type { ViewerRegistry } from "./viewer-registry.ts";

const MINUTE_MS = 60_000;
const REQUESTS_A_MINUTE = 600;
const NEW_VIEWERS_A_MINUTE = 300;
const WRONG_CODES_A_MINUTE = 5;

export interface KnownViewer {
  readonly viewerId: string;
  readonly token: string;
}

/** A viewer that was just let in; `fresh` when it got a cookie that it did not have. */
export interface AdmittedViewer extends KnownViewer {
  readonly fresh: boolean;
}

export interface ViewerCodes {
  readonly accessCode?: string | undefined;
  readonly linkCode?: string | undefined;
}

export interface ViewerGateOptions {
  readonly viewers: ViewerRegistry;
  readonly accessCode?: string | undefined;
  readonly allowedOrigins: readonly string[];
  readonly port: () => number;
  readonly now: () => number;
}

export class ViewerGate {
  readonly #options: ViewerGateOptions;
  readonly #requests: RateLimit;
  readonly #newViewers: RateLimit;
  readonly #wrongCodes: RateLimit;

  constructor(options: ViewerGateOptions) {
    const aMinute = (limit: number) =>
      createRateLimit({ limit, windowMs: MINUTE_MS, now: options.now });
    this.#options = options;
    this.#requests = aMinute(REQUESTS_A_MINUTE);
    this.#newViewers = aMinute(NEW_VIEWERS_A_MINUTE);
    this.#wrongCodes = aMinute(WRONG_CODES_A_MINUTE);
  }

  /** The viewer of the request's cookie, or undefined. */
  async recognise(request: FastifyRequest): Promise<KnownViewer | undefined> {
    const name = viewerCookieName(this.#options.port());
    for (const token of readViewerTokens(request.headers.cookie, name)) {
      const viewerId = await this.#options.viewers.find(token);
      if (viewerId !== undefined) return { viewerId, token };
    }
    return undefined;
  }

  /** Counts a request of the viewer. Throws `RATE_LIMITED`. */
  countRequest(viewer: KnownViewer): void {
    this.#requests.check(viewer.viewerId);
    this.#requests.count(viewer.viewerId);
    this.noteActive(viewer);
  }

  /** Notes a request that is not counted. */
  noteActive({ viewerId }: KnownViewer): void {
    this.#options.viewers.noteActive(viewerId);
  }

  /** Sets the viewer's cookie, for the first time or again with the same value. */
  giveCookie(
    request: FastifyRequest,
    reply: FastifyReply,
    token: string,
  ): void {
    const { allowedOrigins, port } = this.#options;
    const { host, origin } = request.headers;
    const secure = isOverHttps(host, origin, allowedOrigins);
    const name = viewerCookieName(port());
    reply.header("set-cookie", writeViewerCookie(name, token, secure));
  }

  /**
   * Makes the asking browser a viewer; a link wins over a cookie.
   * Throws `VIEWER_REQUIRED`, `ACCESS_CODE_REQUIRED` or `RATE_LIMITED`.
   */
  async admit(
    request: FastifyRequest,
    codes: ViewerCodes,
  ): Promise<AdmittedViewer> {
    const address = limitedAddress(request.socket.remoteAddress);
    if (codes.linkCode !== undefined)
      return this.#redeem(codes.linkCode, address);
    const known = await this.recognise(request);
    if (known !== undefined) return { ...known, fresh: false };
    this.#demandAccessCode(codes.accessCode, address);
    this.#newViewers.check(address);
    this.#newViewers.count(address);
    return { ...(await this.#options.viewers.create()), fresh: true };
  }

  async #redeem(code: string, address: string): Promise<AdmittedViewer> {
    this.#wrongCodes.check(address);
    const issued = await this.#options.viewers.redeemLink(code);
    if (issued !== undefined) return { ...issued, fresh: true };
    this.#wrongCodes.count(address);
    throw new Refusal(
      "VIEWER_REQUIRED",
      "This link is used, too old or none of ours. Make a new one in the first browser.",
    );
  }

  #demandAccessCode(given: string | undefined, address: string): void {
    const { accessCode } = this.#options;
    if (accessCode === undefined) return;
    if (given === undefined) {
      throw new Refusal(
        "ACCESS_CODE_REQUIRED",
        "Enter the access code of this server.",
      );
    }
    this.#wrongCodes.check(address);
    if (isSameCode(given, accessCode)) return;
    this.#wrongCodes.count(address);
    throw new Refusal(
      "ACCESS_CODE_REQUIRED",
      "This is not the access code of this server. Check it and try again.",
    );
  }
}

/** TLS ends in front of this server, so only a listed https origin tells that the browser speaks it. */
function isOverHttps(
  host: string | undefined,
  origin: string | undefined,
  allowedOrigins: readonly string[],
): boolean {
  if (origin !== undefined && allowedOrigins.includes(origin))
    return origin.startsWith("https:");
  const listed = allowedOrigins.filter(
    (candidate) => new URL(candidate).host === host?.toLowerCase(),
  );
  return (
    listed.length > 0 &&
    listed.every((candidate) => candidate.startsWith("https:"))
  );
}
