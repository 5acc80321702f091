/** Codes that make one more browser a viewer: in memory only, once, within their time. */
import { createHash, randomBytes } from "node:crypto";
import type { ViewerLink } from "./viewer-registry.ts";

const LINK_BYTES = 16;
const LINK_LIFETIME_MS = 10 * 60_000;

interface StoredLink {
  readonly viewerId: string;
  readonly expiresAt: number;
}

export class ViewerLinks {
  readonly #links = new Map<string, StoredLink>();
  readonly #now: () => number;

  /** `now` is wall clock, in milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  create(viewerId: string): ViewerLink {
    this.#forgetOld();
    const code = randomBytes(LINK_BYTES).toString("base64url");
    const expiresAt = this.#now() + LINK_LIFETIME_MS;
    this.#links.set(digestOf(code), { viewerId, expiresAt });
    return { code, expiresAt };
  }

  /** The viewer of a code, which is used up; undefined when it is unknown, used or old. */
  redeem(code: string): string | undefined {
    this.#forgetOld();
    const key = digestOf(code);
    const link = this.#links.get(key);
    this.#links.delete(key);
    return link?.viewerId;
  }

  #forgetOld(): void {
    for (const [key, link] of this.#links)
      if (link.expiresAt <= this.#now()) this.#links.delete(key);
  }
}

/** Looking a secret up by its digest gives no timing hint about the secret. */
export function digestOf(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}
