/** Sessions as a person sees them in the list, and as the server has them. */
import type { Browser, Locator, Page } from "playwright-core";
import { studioOn } from "./demo-steps.ts";
import { visit } from "./studio-under-test.ts";
import type { Visitor, VisitorOptions } from "./studio-under-test.ts";

export interface Listed {
  readonly sessionId: string;
  readonly title: string;
  readonly pendingApprovals: number;
}

export interface Person extends Visitor {
  readonly studio: ReturnType<typeof studioOn>;
  readonly titles: () => Promise<readonly string[]>;
  readonly row: (title: string, page?: Page) => Locator;
  readonly focusedRow: () => Promise<string>;
  /** Asks the server, with this person's cookie. */
  readonly call: (
    method: string,
    path: string,
    data?: object,
  ) => Promise<unknown>;
  readonly listed: () => Promise<readonly Listed[]>;
  readonly idOf: (title: string) => Promise<string>;
}

/** Someone with sessions of these titles, the first one open, the last one newest. */
export async function personWith(
  browser: Browser,
  titles: readonly string[],
  options: VisitorOptions,
): Promise<Person> {
  const language = options.locale ?? "zh-CN";
  const visitor = await visit(browser, { ...options, locale: language });
  const { page } = visitor;
  const person = { ...visitor, ...stepsOn(page, options.address) };
  await studioOn(page, language).button("useDemo").waitFor();
  const [first, ...more] = titles;
  if (first !== undefined) {
    const [opened] = await person.listed();
    await person.call("PATCH", `sessions/${opened?.sessionId ?? ""}`, {
      title: first,
    });
  }
  for (const title of more) await person.call("POST", "sessions", { title });
  await page.goto("about:blank");
  await page.goto(options.address);
  await page
    .locator(".session")
    .nth(Math.max(0, titles.length - 1))
    .waitFor({ state: "attached" });
  return { ...person, studio: studioOn(page, language) };
}

function stepsOn(page: Page, address: string) {
  const call = async (
    method: string,
    path: string,
    data?: object,
  ): Promise<unknown> => {
    const response = await page.request.fetch(`${address}/api/${path}`, {
      method,
      ...(data === undefined ? {} : { data }),
    });
    if (!response.ok()) {
      throw new Error(`${method} ${path}: ${await response.text()}`);
    }
    return response.status() === 204 ? undefined : response.json();
  };
  const listed = async () => {
    const { sessions } = (await call("GET", "sessions")) as {
      readonly sessions: readonly Listed[];
    };
    return sessions;
  };
  return {
    call,
    listed,
    titles: () => page.locator(".session-title").allInnerTexts(),
    row: (title: string, on: Page = page) =>
      on.locator(".session").filter({
        has: on.locator(".session-title").getByText(title, { exact: true }),
      }),
    focusedRow: () =>
      page.locator(".session-open:focus .session-title").innerText(),
    idOf: async (title: string) => {
      const found = (await listed()).find((session) => session.title === title);
      if (found === undefined) throw new Error(`No session called ${title}.`);
      return found.sessionId;
    },
  };
}
