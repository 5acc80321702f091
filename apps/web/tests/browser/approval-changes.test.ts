import { describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { createApiError } from "@agent-studio/shared";
import { scriptFor } from "./approval-scripts.ts";
import { POLL, approvalsOn } from "./approval-steps.ts";
import { visit } from "./studio-under-test.ts";
import { tell, toldLog } from "./told-log.ts";
import { scriptedVisits } from "./scripted-visits.ts";

const { visits, welcome, provider } = scriptedVisits(scriptFor);

describe("changing arguments before approving", () => {
  it("[AC-43] [H07] runs what the person made of them, shows all three and tells the model", async () => {
    const { cards, page, ask, a, approve, button, outcomes, studio } =
      await welcome();
    await ask("one");
    await button(a("edit")).click();
    const title = page.getByRole("textbox", { name: /^title/ });
    await title.fill("");
    await button(a("editReview")).click();
    await cards
      .getByText(a("rule.minLength", { limit: 1 }))
      .first()
      .waitFor();
    expect(await title.getAttribute("aria-invalid")).toBe("true");
    expect(
      await title.evaluate((field) => field === document.activeElement),
    ).toBe(true);
    await title.fill("Better");
    await page.getByRole("textbox", { name: /^body/ }).fill("# Changed\n");
    await button(a("editReview")).click();
    const changes = cards.locator(".change-list");
    expect(await changes.innerText()).toContain("# One");
    expect(await changes.innerText()).toContain("# Changed");
    await approve(cards).click();
    await studio.hears(studio.names.done);
    expect(await outcomes.getAttribute("data-outcome")).toBe("approvedEdited");
    const said = await outcomes.innerText();
    for (const part of [a("proposed"), a("approvedArgs"), a("executed")]) {
      const args = outcomes.getByRole("group", { name: part, exact: true });
      expect(said).toContain(part);
      expect(await args.innerText()).toContain(
        part === a("proposed") ? "# One" : "# Changed",
      );
    }
    const [result] = provider().results();
    expect(result).toMatch(/person|changed/i);
    expect(provider().results()).toHaveLength(1);
    await page.reload();
    await outcomes.waitFor();
    expect(await outcomes.innerText()).toBe(said);
  });

  it("loses nothing that was typed: by a refusal, JSON and back, another session, a decision elsewhere", async () => {
    const { cards, page, ask, a, approve, button, outcomes, open, tolerate } =
      await welcome();
    await ask("one");
    await button(a("edit")).click();
    const title = page.getByRole("textbox", { name: /^title/ });
    await title.fill("Kept");
    await button(a("editJson")).click();
    const json = page.getByLabel(a("editJsonLabel"));
    expect(await json.inputValue()).toContain('"title": "Kept"');
    await json.fill("{ broken");
    await button(a("editForm")).click();
    await cards.getByText(a("editJsonFirst")).waitFor();
    expect(await json.inputValue()).toBe("{ broken");
    await json.fill('{"title":"Kept","body":"# Kept"}');
    await button(a("editForm")).click();
    await button(a("editReview")).click();
    tolerate(/422/);
    await refuseOnce(page);
    await approve(cards).click();
    await cards.getByText("must not be so").first().waitFor();
    expect(await title.inputValue()).toBe("Kept");
    expect(await title.getAttribute("aria-invalid")).toBe("true");

    await page.getByRole("button", { name: "新建会话" }).click();
    await expect.poll(() => cards.count(), POLL).toBe(0);
    await page
      .locator(".session:not([data-current=true]) .session-open")
      .click();
    await expect.poll(() => title.inputValue(), POLL).toBe("Kept");

    const other = approvalsOn(await open());
    await other.cards.waitFor();
    await other.deny().click();
    await outcomes.waitFor();
    expect(await outcomes.getAttribute("data-outcome")).toBe("denied");
    expect(await outcomes.innerText()).toContain(a("unsent"));
    expect(await outcomes.innerText()).toContain("# Kept");
  });
});

/** The next approval is refused for its title, as the server would do it. */
async function refuseOnce(page: Page): Promise<void> {
  await page.route(
    "**/approve",
    async (route) => {
      const issues = [
        { path: "/title", rule: "odd", message: "must not be so" },
      ];
      await route.fulfill({
        status: 422,
        json: createApiError("TOOL_ARGUMENTS_INVALID", "No.", "req_0", {
          issues,
        }),
      });
    },
    { times: 1 },
  );
}

const ORDER = {
  sku: "K-9",
  quantity: 100,
  urgent: false,
  unit: "piece",
  tags: ["a", "b"],
  address: { city: "Ulm", zip: "89073" },
  token: "[redacted]",
};
const ORDER_SCHEMA = {
  type: "object",
  properties: {
    sku: { type: "string", minLength: 1, maxLength: 20 },
    quantity: { type: "integer", minimum: 1, maximum: 100 },
    urgent: { type: "boolean" },
    unit: { enum: ["piece", "box"] },
    tags: { type: "array", items: { type: "string" }, maxItems: 3 },
    address: {
      type: "object",
      properties: { city: { type: "string" }, zip: { type: "string" } },
      required: ["city"],
    },
    note: { type: "string", description: "For the buyer." },
    token: { type: "string" },
  },
  required: ["sku", "quantity"],
};

describe("a form made from the schema", () => {
  it("has a control for every kind of argument, and sends exactly what they say", async () => {
    const { page, context } = await visit(visits.browser, {
      address: "about:blank",
    });
    const log = toldLog({
      title: "Order",
      question: "Order",
      answer: "May I?",
      calls: [{ mark: "a", toolName: "order", args: ORDER }],
    });
    await tell(page, log);
    await page.route("**/api/labs", async (route) => {
      const answer = await route.fetch();
      const { labs } = (await answer.json()) as {
        labs: { tools: object[] }[];
      };
      const text = { "zh-CN": "下单", en: "Order" };
      labs[0]?.tools.push({
        name: "order",
        title: text,
        description: "Orders.",
        effect: "send",
        policy: "always_ask",
        parameters: ORDER_SCHEMA,
      });
      await route.fulfill({ json: { labs } });
    });
    const sent: unknown[] = [];
    await page.route("**/approve", async (route) => {
      sent.push(route.request().postDataJSON());
      await route.abort();
    });
    await page.goto(visits.address);
    const { a, button, cards } = approvalsOn(page);
    await cards.waitFor();
    expect(await cards.locator(".redacted").innerText()).toBe("[redacted]");
    await button(a("edit")).click();
    await page.getByRole("textbox", { name: "quantity" }).fill("10");
    await page.getByRole("combobox", { name: /urgent/ }).selectOption("true");
    await page.getByRole("combobox", { name: /unit/ }).selectOption("box");
    await button(a("editRemove", { index: 1 })).click();
    await button(a("editAdd")).click();
    await page
      .getByRole("textbox", { name: a("item", { index: 2 }) })
      .fill("c");
    await page.getByRole("textbox", { name: /city/ }).fill("Köln");
    await page.getByRole("checkbox", { name: /zip/ }).uncheck();
    await page.getByRole("checkbox", { name: /note/ }).check();
    await page.getByRole("textbox", { name: /note/ }).fill("soon");
    await button(a("editReview")).click();
    await cards.getByText(a("rule.redacted")).first().waitFor();
    await page.getByRole("textbox", { name: /token/ }).fill("new-token");
    await button(a("editReview")).click();
    await button(a("approve")).click();
    await expect.poll(() => sent.length, POLL).toBe(1);
    expect(sent[0]).toMatchObject({
      args: {
        sku: "K-9",
        quantity: 10,
        urgent: true,
        unit: "box",
        tags: ["b", "c"],
        address: { city: "Köln" },
        note: "soon",
        token: "new-token",
      },
      argsDigest: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
    await context.close();
  });
});
