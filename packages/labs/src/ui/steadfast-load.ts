export interface SteadfastLoadOptions {
  /** Resolves after so many milliseconds, or sooner when another try is worth it. */
  readonly wait: (ms: number) => Promise<void>;
}

/** Milliseconds before each further try: a short cut is soon forgotten, and a server has half a minute to restart. */
const WAITS_MS = [250, 500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000] as const;

/**
 * Loads a part of the page, and tries again when the line is cut just then: a part that failed once would otherwise be
 * missing until the page is loaded anew. Rejects with the last failure when all tries fail.
 */
export async function steadfastLoad<Part>(
  load: () => Promise<Part>,
  { wait }: SteadfastLoadOptions = { wait: waitOrOnline },
): Promise<Part> {
  for (const ms of WAITS_MS) {
    try {
      return await load();
    } catch {
      await wait(ms);
    }
  }
  return load();
}

/** Waits until the time is up; without a network until there is one. */
function waitOrOnline(ms: number): Promise<void> {
  return new Promise((resolve) => {
    if (navigator.onLine) setTimeout(resolve, ms);
    else window.addEventListener("online", () => resolve(), { once: true });
  });
}
