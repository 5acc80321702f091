/** What a person does at an approval, by the names on the card. */
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { APPROVALS_CATALOGUES } from "../../src/texts/approvals-catalogue.ts";
import type { ApprovalKey } from "../../src/texts/approvals-en.ts";
import { fillIn } from "../../src/texts/catalogue.ts";
import type { TextValues } from "../../src/texts/catalogue.ts";
import { studioOn } from "./demo-steps.ts";
import type { Language } from "./demo-steps.ts";

/** The approvals of one page in one language. */
export function approvalsOn(page: Page, language: Language = "zh-CN") {
  const locale = language === "zh-CN" ? "zh-CN" : "en";
  const a = (key: ApprovalKey, values?: TextValues) =>
    fillIn(APPROVALS_CATALOGUES[locale][key], values);
  const studio = studioOn(page, language);
  /** The questions that wait, as they stand in the conversation or in the sheet. */
  const cards = page.locator("[data-approval]");
  const outcomes = page.locator("[data-outcome]");
  const button = (name: string, card: Page | Locator = page) =>
    card.getByRole("button", { name, exact: true });
  return {
    a,
    studio,
    cards,
    outcomes,
    button,
    approve: (card: Page | Locator = page) =>
      button(studio.names.approve, card),
    deny: (card: Page | Locator = page) => button(studio.names.deny, card),
    /** Writes to the agent and waits for so many questions. */
    async ask(text: string, count = 1) {
      await studio.input.fill(text);
      await studio.button("send").click();
      await expect.poll(() => cards.count(), POLL).toBe(count);
    },
    /** How each question ended, in the order of the conversation. */
    endings: () =>
      outcomes.evaluateAll((all) =>
        all.map((one) => one.getAttribute("data-outcome")),
      ),
  };
}

export const POLL = { timeout: 20_000, interval: 50 } as const;
