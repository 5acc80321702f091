import { issueToken, newViewerId } from "./issued-viewer.ts";
import { digestOf, ViewerLinks } from "./viewer-links.ts";
import type {
  IssuedViewer,
  ViewerLink,
  ViewerRegistry,
} from "./viewer-registry.ts";

/** Forgets every viewer when the process ends, as the memory store forgets their sessions. */
export class InMemoryViewerRegistry implements ViewerRegistry {
  readonly #viewerByToken = new Map<string, string>();
  readonly #links: ViewerLinks;
  #lastActive: string | undefined;

  constructor(options: { readonly now: () => number }) {
    this.#links = new ViewerLinks(options.now);
  }

  async create(): Promise<IssuedViewer> {
    return this.#issue(newViewerId());
  }

  async find(token: string): Promise<string | undefined> {
    return this.#viewerByToken.get(digestOf(token));
  }

  noteActive(viewerId: string): void {
    this.#lastActive = viewerId;
  }

  lastActive(): string | undefined {
    return this.#lastActive;
  }

  async createLink(viewerId: string): Promise<ViewerLink> {
    return this.#links.create(viewerId);
  }

  async redeemLink(code: string): Promise<IssuedViewer | undefined> {
    const viewerId = this.#links.redeem(code);
    return viewerId === undefined ? undefined : this.#issue(viewerId);
  }

  close(): void {
    this.#viewerByToken.clear();
  }

  #issue(viewerId: string): IssuedViewer {
    const issued = issueToken(viewerId);
    this.#viewerByToken.set(digestOf(issued.token), viewerId);
    return issued;
  }
}
