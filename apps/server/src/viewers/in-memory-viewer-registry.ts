import { createHash, randomBytes } from "node:crypto";
import { nanoid } from "nanoid";
import type {
  IssuedViewer,
  ViewerLink,
  ViewerRegistry,
} from "./viewer-registry.ts";

const TOKEN_BYTES = 32;
const LINK_BYTES = 16;
const LINK_LIFETIME_MS = 10 * 60_000;

interface StoredLink {
  readonly viewerId: string;
  readonly expiresAt: number;
}

/** Forgets every viewer when the process ends, as the memory store forgets their sessions. */
export class InMemoryViewerRegistry implements ViewerRegistry {
  readonly #viewerByToken = new Map<string, string>();
  readonly #links = new Map<string, StoredLink>();
  readonly #now: () => number;

  constructor(options: { readonly now: () => number }) {
    this.#now = options.now;
  }

  async create(): Promise<IssuedViewer> {
    return this.#issue(`viw_${nanoid(22)}`);
  }

  async find(token: string): Promise<string | undefined> {
    return this.#viewerByToken.get(digest(token));
  }

  async createLink(viewerId: string): Promise<ViewerLink> {
    this.#forgetOldLinks();
    const code = randomBytes(LINK_BYTES).toString("base64url");
    const expiresAt = this.#now() + LINK_LIFETIME_MS;
    this.#links.set(digest(code), { viewerId, expiresAt });
    return { code, expiresAt };
  }

  async redeemLink(code: string): Promise<IssuedViewer | undefined> {
    this.#forgetOldLinks();
    const key = digest(code);
    const link = this.#links.get(key);
    this.#links.delete(key);
    return link === undefined ? undefined : this.#issue(link.viewerId);
  }

  #issue(viewerId: string): IssuedViewer {
    const token = randomBytes(TOKEN_BYTES).toString("base64url");
    this.#viewerByToken.set(digest(token), viewerId);
    return { viewerId, token };
  }

  #forgetOldLinks(): void {
    for (const [key, link] of this.#links)
      if (link.expiresAt <= this.#now()) this.#links.delete(key);
  }
}

/** Looking a secret up by its digest gives no timing hint about the secret. */
function digest(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}
