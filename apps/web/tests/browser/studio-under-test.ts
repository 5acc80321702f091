/** The real server with the built page, and a real Chromium before it. */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { inject } from "vitest";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { CHROMIUM_FLAGS, findChromium } from "../../../../scripts/chromium.ts";
import { buildWeb } from "../../../../scripts/web-build.ts";

const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));
const START_LIMIT_MS = 30_000;

export interface RunningServer {
  readonly address: string;
  stop(): Promise<void>;
}

export type Pace = "instant" | "natural";

/**
 * A server for one file of tests: the one that all files share, or one of its own where the file sets anything, stops
 * it or looks into its data. Whoever visits has sessions that no other visitor can see.
 */
export async function startServer(
  pace: Pace,
  env?: Readonly<Record<string, string>>,
): Promise<RunningServer> {
  if (env !== undefined) return startOwnServer(pace, env);
  return { address: inject(pace), stop: () => Promise.resolve() };
}

/** Builds the page where its sources changed, and starts the server on a free port. */
export async function startOwnServer(
  pace: Pace,
  env: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
  await buildWeb({ root: ROOT, say: () => undefined });
  const child = spawn(process.execPath, ["apps/server/src/main.ts"], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      PORT: "0",
      HOST: "127.0.0.1",
      STUDIO_STORE: "memory",
      STUDIO_DEMO_PACE: pace,
      ...env,
    },
  });
  return {
    address: await addressOf(child),
    async stop() {
      if (child.exitCode !== null) return;
      const gone = once(child, "exit");
      child.kill("SIGTERM");
      await gone;
    },
  };
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    const limit = setTimeout(
      () => reject(new Error(`The server did not start:\n${output}`)),
      START_LIMIT_MS,
    );
    const read = (text: string) => {
      output += text;
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(output);
      if (found === null) return;
      clearTimeout(limit);
      resolve(found[0]);
    };
    child.stdout?.setEncoding("utf8").on("data", read);
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    child.once("exit", () =>
      reject(new Error(`The server ended at once:\n${output}`)),
    );
  });
}

/** A browser for one file of tests: a line to the one that all share, or one with flags of its own. */
export async function startBrowser(
  flags?: readonly string[],
): Promise<Browser> {
  if (flags === undefined) return chromium.connect(inject("browser"));
  return chromium.launch(await launchOptions(flags));
}

/** How Chromium is started, with more flags than the usual ones. */
export async function launchOptions(flags: readonly string[] = []) {
  return {
    executablePath: await findChromium({ say: () => undefined }),
    args: [...CHROMIUM_FLAGS.filter((flag) => flag !== "--headless"), ...flags],
  };
}

export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors of console, page and content security policy, and requests to anyone but the server. */
  readonly problems: readonly string[];
  /** From now on these are no problem, such as the browser's own note of an answer that was meant to be an error. */
  tolerate(problem: RegExp): void;
  open(): Promise<Page>;
}

export interface VisitorOptions {
  readonly address: string;
  readonly locale?: "zh-CN" | "en-US";
  readonly theme?: "dark" | "light";
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Pixels of the device for each of the page: 2 is what a zoom of 200 % makes of it. */
  readonly scale?: number;
}

/** A person with a browser of their own. */
export async function visit(
  browser: Browser,
  options: VisitorOptions,
): Promise<Visitor> {
  const context = await browser.newContext({
    locale: options.locale ?? "zh-CN",
    colorScheme: options.theme ?? "dark",
    viewport: options.viewport ?? { width: 1440, height: 900 },
    deviceScaleFactor: options.scale ?? 1,
    reducedMotion: "reduce",
  });
  context.setDefaultTimeout(20_000);
  const problems: string[] = [];
  const tolerated: RegExp[] = [];
  const note = (problem: string) => {
    if (!tolerated.some((pattern) => pattern.test(problem))) {
      problems.push(problem);
    }
  };
  await context.exposeFunction("reportViolation", (what: string) =>
    note(`policy: ${what}`),
  );
  await context.addInitScript({
    content: `addEventListener("securitypolicyviolation", (event) =>
      reportViolation(event.violatedDirective + " " + event.blockedURI));`,
  });
  const watch = (page: Page) => {
    page.on("console", (message) => {
      if (message.type() === "error") note(message.text());
    });
    page.on("pageerror", (error) => note(error.message));
    page.on("request", (request) => {
      const url = request.url();
      if (url.startsWith(options.address) || url.startsWith("blob:")) return;
      note(`request to ${url}`);
    });
  };
  context.on("page", watch);
  const open = async () => {
    const page = await context.newPage();
    await page.goto(options.address);
    return page;
  };
  const tolerate = (problem: RegExp) => void tolerated.push(problem);
  return { context, page: await open(), problems, tolerate, open };
}
