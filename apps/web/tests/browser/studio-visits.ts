import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { Browser } from "playwright-core";
import { startBrowser, startServer, visit } from "./studio-under-test.ts";
import type {
  Pace,
  RunningServer,
  Visitor,
  VisitorOptions,
} from "./studio-under-test.ts";

export interface StudioVisits {
  /** Where the studio is, once the tests run. */
  readonly address: string;
  readonly browser: Browser;
  /** Someone comes to the studio, and is gone after the test. */
  visit(options?: Partial<VisitorOptions>): Promise<Visitor>;
  /** As if a visitor of other making had come by `visit`. */
  keep<Someone extends Visitor>(someone: Someone): Someone;
  /** Everyone who is there goes; fails if one of them met a problem. */
  leave(): Promise<void>;
}

/**
 * A studio with a browser before it for a file of tests: the one that files share, or one that the file starts. Each
 * test ends with its visitors gone.
 */
export function studioVisits(
  start: Pace | (() => Promise<RunningServer>) = "instant",
): StudioVisits {
  let server: RunningServer | undefined;
  let browser: Browser | undefined;
  const visitors: Visitor[] = [];
  beforeAll(async () => {
    server = await (typeof start === "string" ? startServer(start) : start());
    browser = await startBrowser();
  });
  afterEach(() => visits.leave());
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });
  const visits: StudioVisits = {
    get address() {
      return server?.address ?? "";
    },
    get browser() {
      if (browser === undefined) throw new Error("No test runs yet.");
      return browser;
    },
    keep(someone) {
      visitors.push(someone);
      return someone;
    },
    async visit(options) {
      const { address } = visits;
      return visits.keep(await visit(visits.browser, { address, ...options }));
    },
    async leave() {
      for (const { context, problems } of visitors.splice(0)) {
        await context.close();
        expect(problems).toEqual([]);
      }
    },
  };
  return visits;
}
