import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { violations } from "./axe-findings.ts";
import { studioOn } from "./demo-steps.ts";
import type { Language } from "./demo-steps.ts";
import { startServer } from "./studio-under-test.ts";
import type { VisitorOptions } from "./studio-under-test.ts";
import { studioVisits } from "./studio-visits.ts";

const BODY = "The secret of this body is marmalade.";
let folder: string;
const visits = studioVisits(async () => {
  folder = mkdtempSync(join(tmpdir(), "studio-skills-"));
  const skills = {
    good: `---\nname: extra-skill\ndescription: One more.\ndisable-model-invocation: perhaps\n---\n${BODY}`,
    broken: "no front matter at all",
  };
  for (const [name, text] of Object.entries(skills)) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, "SKILL.md"), text);
  }
  return startServer("instant", { AGENT_SKILLS_DIRS: folder });
});
afterAll(() => rmSync(folder, { recursive: true }));

async function newcomer(options: Partial<VisitorOptions> = {}) {
  const locale: Language = options.locale ?? "zh-CN";
  const visitor = await visits.visit({ ...options, locale });
  return { ...visitor, studio: studioOn(visitor.page, locale) };
}

const stepsOf = async (page: Page, name: string) => {
  const skill = page.locator(".skill").filter({ hasText: name });
  const steps = await skill.locator(".skill-steps li").allInnerTexts();
  return steps.map((step) => step.trim()).filter((step) => step !== "");
};

describe("the skills", () => {
  it("go from listed to loaded in a real run, with what it cost and the way to the call", async () => {
    const { page, studio } = await newcomer();
    await studio.skills.getByText("ads-analysis", { exact: true }).waitFor();
    expect(await stepsOf(page, "ads-analysis")).toEqual(["已列出"]);
    await studio.start();
    await studio.button("approve").waitFor();
    expect(await stepsOf(page, "ads-analysis")).toEqual([
      "已列出",
      "已请求",
      "已加载",
    ]);
    expect(await stepsOf(page, "extra-skill")).toEqual(["已列出"]);
    const skill = page.locator(".skill").filter({ hasText: "report-writer" });
    expect(await skill.innerText()).toMatch(/模型多读了 [\d,]+ 个字符/);
    await skill.getByRole("button", { name: /^查看调用/ }).focus();
    await page.keyboard.press("Enter");
    await page.locator('[id^="call-call_"]:focus').waitFor();
    expect(await page.locator("body").innerText()).not.toContain("marmalade");
  });

  it.each([
    ["zh-CN", "警告", "disable-model-invocation 既不是", "缺少文件头"],
    [
      "en-US",
      "Warning",
      "is neither true nor false",
      "front matter is missing",
    ],
  ] as const)(
    "say what is wrong with them in plain words of %s",
    async (locale, severity, warning, error) => {
      const { page, studio } = await newcomer({ locale, theme: "light" });
      const extra = page.locator(".skill").filter({ hasText: "extra-skill" });
      await extra.getByText(severity).waitFor();
      expect(await extra.innerText()).toContain(warning);
      await studio.skills.locator(":scope > .diagnostics").waitFor();
      expect(await studio.skills.innerText()).toContain(error);
      expect(await studio.skills.innerText()).not.toContain(folder);
      expect(await violations(page)).toEqual([]);
    },
  );

  it("say when they can't be listed, and are listed once they can", async () => {
    const { page, studio, tolerate } = await newcomer();
    tolerate(/ERR_FAILED/);
    await page.route("**/api/skills*", (route) => route.abort());
    await page.reload();
    await studio.skills.getByRole("alert").waitFor();
    await page.unroute("**/api/skills*");
    await studio.skills.getByRole("button", { name: "重试" }).click();
    await studio.skills.getByText("ads-analysis", { exact: true }).waitFor();
  });
});

describe("the produced files", () => {
  it("are shown with size and time, looked at in place, and opened elsewhere", async () => {
    const { page, studio } = await newcomer();
    const files = page.getByRole("region", { name: "产出文件" });
    await files.getByText("还没有保存任何文件").waitFor();
    await studio.start();
    await studio.button("approve").click();
    await studio.hears(studio.names.done);
    const link = files.getByRole("link", { name: "report.md", exact: true });
    expect(await link.getAttribute("rel")).toContain("noopener");
    expect(await link.getAttribute("target")).toBe("_blank");
    expect(await files.innerText()).toMatch(/kB/);
    await files.getByRole("button", { name: "预览 report.md" }).click();
    const preview = page.getByRole("dialog", { name: "预览：report.md" });
    await preview
      .getByRole("heading", { name: /demo-account/ })
      .first()
      .waitFor();
    await preview.getByRole("table").first().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    const download = page.waitForEvent("download");
    await files.getByRole("link", { name: "下载 report.md" }).click();
    expect((await download).suggestedFilename()).toBe("report.md");
  });
});

describe("several labs", () => {
  it("are chosen by the keyboard, each with what it is for; one is no choice", async () => {
    const { page, call, tolerate } = await withLabs(await newcomer());
    await page.getByRole("button", { name: "新建会话" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "选择实验" });
    await dialog.getByText("第二个实验的说明").waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await page.locator(":focus").innerText()).toContain("广告");
    await page.keyboard.press("Tab");
    expect(await page.locator(":focus").innerText()).toContain("第二个实验");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await page.locator(".session").nth(1).waitFor();
    expect(call.created).toEqual(["ads-report"]);
    // By its key too, where the list itself is out of sight. The server does not know this lab.
    tolerate(/404/);
    await page.setViewportSize({ width: 1024, height: 768 });
    await page.getByRole("main").focus();
    await page.keyboard.press("n");
    await dialog.getByText("第二个实验的说明").waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => call.created).toEqual(["ads-report", "second"]);
  });
});

/** The same server, as if it had a second lab. */
async function withLabs(visitor: Awaited<ReturnType<typeof newcomer>>) {
  const { page } = visitor;
  const created: unknown[] = [];
  // The first visit makes a session of its own.
  await page.locator(".session").first().waitFor();
  await page.route("**/api/labs", async (route) => {
    const response = await route.fetch();
    const { labs } = (await response.json()) as {
      readonly labs: readonly object[];
    };
    const second = {
      ...labs[0],
      labId: "second",
      title: { "zh-CN": "第二个实验", en: "Second lab" },
      description: { "zh-CN": "第二个实验的说明", en: "What it is for" },
    };
    await route.fulfill({ response, json: { labs: [...labs, second] } });
  });
  page.on("request", (request) => {
    if (request.method() !== "POST" || !request.url().endsWith("/sessions")) {
      return;
    }
    const body = request.postDataJSON() as { readonly labId?: string };
    created.push(body.labId);
  });
  await page.reload();
  await page.locator(".session").first().waitFor();
  return { ...visitor, call: { created } };
}
