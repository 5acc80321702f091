/** The pages that were read last, so that watchers who read the same old part of a log share the work and the bytes. */
import type { SlabPage } from "./frame-slab.ts";

export interface FramePageCacheOptions {
  /** How many pages are kept. */
  readonly pages: number;
}

export class FramePageCache {
  readonly #limit: number;
  readonly #pages = new Map<string, SlabPage>();

  constructor({ pages }: FramePageCacheOptions) {
    this.#limit = pages;
  }

  /** The page that was kept under a key, or the one that is made now. */
  get(key: string, make: () => SlabPage): SlabPage {
    const page = this.#pages.get(key) ?? make();
    this.#pages.delete(key);
    this.#pages.set(key, page);
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= this.#limit) break;
      this.#pages.delete(oldest);
    }
    return page;
  }

  /** Lets go of every page whose key starts with a text. */
  forget(start: string): void {
    for (const key of this.#pages.keys())
      if (key.startsWith(start)) this.#pages.delete(key);
  }
}
