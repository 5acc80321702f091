import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Browser } from "playwright-core";
import type { HarnessEvent } from "@agent-studio/shared";
import { anApproval, anEvent } from "@agent-studio/shared/testing";
import { framesOf } from "../fakes/fake-stream.ts";
import { startBrowser, startServer, visit } from "./studio-under-test.ts";
import type { RunningServer } from "./studio-under-test.ts";

const MESSAGE = "msg_00000000000000001";
const RUN = "run_0000000000000000";
const WORDS = [
  '<img src=x onerror="document.title=1"><script>document.title=2</script>',
  "![pixel](https://tracker.example/p.png) ![data](data:image/svg+xml,<svg onload=alert(1)>)",
  "[click](javascript:document.title=3) [also](data:text/html,<script>document.title=4</script>)",
  "[harmless](https://evil.example/path?q=1)",
  "<iframe src='https://evil.example'></iframe><style>body{display:none}</style>",
  "```html\n<b>code</b>\n```",
  "- [x] task",
].join("\n\n");

/** A conversation in which model, tool and file say whatever hurts most. */
function hostileLog(): readonly HarnessEvent[] {
  let sequence = 0;
  const add = <T extends HarnessEvent["type"]>(
    type: T,
    payload: Parameters<typeof anEvent<T>>[0]["payload"] = {},
  ) =>
    anEvent({
      type,
      sequence: (sequence += 1),
      runId: RUN,
      payload,
    });
  const call = { toolCallId: "call_0000000000000000", toolName: "<b>save</b>" };
  return [
    add("session.started", { title: "<img src=x onerror=alert(1)>" }),
    add("run.started"),
    add("user.message", { text: "<script>document.title=5</script>" }),
    add("model.requested"),
    add("assistant.started", { messageId: MESSAGE }),
    add("assistant.delta", { messageId: MESSAGE, delta: WORDS }),
    add("assistant.completed", {
      messageId: MESSAGE,
      text: WORDS,
      stopReason: "tool_use",
    }),
    add("model.responded", { stopReason: "tool_use" }),
    add("tool.requested", {
      ...call,
      messageId: MESSAGE,
      part: 1,
      args: { path: "report\u202Edm.exe", body: "<b>bold</b>\u200B" },
      effect: "write",
      policy: "ask",
    }),
    add("approval.required", {
      approval: anApproval({
        toolName: call.toolName,
        runId: RUN,
        args: { path: "report\u202Edm.exe", body: "<b>bold</b>\u200B" },
        expiresAt: "2999-01-01T00:00:00.000Z",
      }),
    }),
  ];
}

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

describe("hostile words of a model", () => {
  it("run nothing, load nothing, and are shown as what they are", async () => {
    const visitor = await visit(browser, { address: "about:blank" });
    const { page, problems } = visitor;
    const foreign: string[] = [];
    page.on("request", (request) => {
      if (!request.url().startsWith(server.address))
        foreign.push(request.url());
    });
    let answered = false;
    await page.route("**/events?*", async (route) => {
      const body = answered ? ": heartbeat\n\n" : framesOf(hostileLog());
      answered = true;
      await route.fulfill({ contentType: "text/event-stream", body });
    });
    await page.goto(server.address);
    await page.getByRole("button", { name: "批准", exact: true }).waitFor();
    const chat = page.getByRole("main");
    // The formatter is loaded when there is something to format.
    await chat.getByRole("link").waitFor();
    await chat.getByText("<iframe src=", { exact: false }).waitFor();

    expect(await page.title()).toBe("Agent Studio");
    expect(
      await chat.locator("img, iframe, script, style, object").count(),
    ).toBe(0);
    const hrefs = await chat
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    expect(hrefs).toEqual(["https://evil.example/path?q=1"]);
    const link = chat.getByRole("link");
    expect(await link.getAttribute("rel")).toContain("noopener noreferrer");
    expect(await link.innerText()).toContain("evil.example/path");

    const card = page.getByRole("group", { name: /<b>save<\/b>/ });
    await card.getByText("report\\u{202E}dm.exe").waitFor();
    await card.getByText("<b>bold</b>\\u{200B}").waitFor();
    expect(await card.locator("mark").allInnerTexts()).toEqual([
      "\\u{202E}",
      "\\u{200B}",
    ]);
    expect(foreign).toEqual([]);
    expect(problems.filter((problem) => problem.startsWith("policy"))).toEqual(
      [],
    );
    await visitor.context.close();
  });
});
