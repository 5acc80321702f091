import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Browser } from "playwright-core";
import type { Approval } from "@agent-studio/shared";
import { POLL, approvalsOn } from "./approval-steps.ts";
import { startBrowser, startServer, visit } from "./studio-under-test.ts";
import type { RunningServer } from "./studio-under-test.ts";
import { tell, toldLog } from "./told-log.ts";
import type { AskedCall } from "./told-log.ts";

let browser: Browser;
let server: RunningServer;

beforeAll(async () => {
  server = await startServer("instant");
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

async function shown(
  calls: readonly AskedCall[],
  change: (approval: Approval, index: number) => Approval = (same) => same,
) {
  const { page, context } = await visit(browser, { address: "about:blank" });
  const log = toldLog({ title: "T", question: "Q", answer: "A", calls });
  let index = 0;
  await tell(
    page,
    log.map((event) =>
      event.type === "approval.required"
        ? {
            ...event,
            payload: { approval: change(event.payload.approval, index++) },
          }
        : event,
    ),
  );
  await page.goto(server.address);
  const approvals = approvalsOn(page);
  await expect.poll(() => approvals.cards.count(), POLL).toBe(calls.length);
  return { page, context, ...approvals };
}

describe("a card of whatever was asked", () => {
  it("[AC-19] is drawn for every policy and risk, and says them in words", async () => {
    const variants = (["allow", "ask", "always_ask", "deny"] as const).flatMap(
      (policy) =>
        (["low", "medium", "high"] as const).map((risk) => ({ policy, risk })),
    );
    const calls = variants.map((_, index) => ({
      mark: String.fromCharCode(97 + index),
      toolName: `tool${index}`,
      args: { n: index },
    }));
    const { cards, a, context } = await shown(calls, (approval, index) => ({
      ...approval,
      ...variants[index],
    }));
    const texts = await cards.allInnerTexts();
    expect(texts[0]).toContain(a("policyAllow"));
    expect(texts[4]).toContain(a("riskMedium"));
    expect(texts[8]).toContain(a("policyAlwaysAsk"));
    expect(texts[11]).toContain(a("policyDeny"));
    for (const button of ["approve", "deny"] as const) {
      const buttons = cards.getByRole("button", {
        name: a(button),
        exact: true,
      });
      expect(await buttons.count()).toBe(12);
    }
    await context.close();
  });

  it("[H08] says that there are no arguments, how many there are, and where the extremes of a long list stand", async () => {
    const lines = Array.from({ length: 400 }, (_, index) => ({
      sku: `K-${index + 1}`,
      price: index === 398 ? 0 : 12,
    }));
    const { cards, a, context } = await shown([
      { mark: "a", toolName: "empty", args: {} },
      { mark: "b", toolName: "orders", args: { lines } },
      {
        mark: "c",
        toolName: "note",
        args: { note: `${"\n".repeat(40)}and then text`, "1": "1", two: 1 },
      },
    ]);
    const [empty, orders, note] = await cards.allInnerTexts();
    expect(empty).toContain(a("none"));
    expect(orders).toContain(a("kindList", { count: 400 }));
    expect(orders).toContain(
      a("extremes", {
        name: "price",
        least: 0,
        leastAt: 399,
        most: 12,
        mostAt: 1,
      }),
    );
    expect(note).toContain(a("blankLines", { count: 40 }));
    expect(note).toContain(a("kindNumber"));
    const approve = cards.getByRole("button", {
      name: a("approve"),
      exact: true,
    });
    expect(await approve.nth(0).isEnabled()).toBe(true);
    expect(await approve.nth(1).isDisabled()).toBe(true);
    expect(await cards.nth(2).getByText("and then text").isVisible()).toBe(
      true,
    );
    await context.close();
  });
});
