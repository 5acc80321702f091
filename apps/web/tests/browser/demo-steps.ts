/** What a person does in the demo, by the names that everyone can rely on. */
import type { Locator, Page } from "playwright-core";

export type Language = "zh-CN" | "en-US";

export const NAMES = {
  "zh-CN": {
    chat: "流式对话",
    skills: "技能目录",
    timeline: "事件时间线",
    useDemo: "使用演示模型",
    fillDemo: "填入演示任务",
    message: "给智能体的消息",
    send: "发送",
    stop: "停止当前运行",
    approve: "批准并保存",
    deny: "拒绝",
    reason: "给智能体的理由（可选）",
    model: "打开模型设置",
    done: "回答已完成",
    stopped: "你停止了这次运行。",
    loaded: "已加载",
    loading: "正在加载……",
  },
  "en-US": {
    chat: "Streaming Chat",
    skills: "Skills Catalog",
    timeline: "Event Timeline",
    useDemo: "Use the demo model",
    fillDemo: "Fill in demo task",
    message: "Message to the agent",
    send: "Send",
    stop: "Stop current run",
    approve: "Approve and save",
    deny: "Deny",
    reason: "Reason for the agent (optional)",
    model: "Open model settings",
    done: "Answer complete",
    stopped: "You stopped this run.",
    loaded: "loaded",
    loading: "Loading …",
  },
} as const;

export type ButtonName =
  "useDemo" | "fillDemo" | "send" | "stop" | "approve" | "deny" | "model";

/** The studio of one page in one language. */
export function studioOn(page: Page, language: Language = "zh-CN") {
  const names = NAMES[language];
  const button = (name: ButtonName): Locator =>
    page.getByRole("button", { name: names[name], exact: true });
  const input = page.getByLabel(names.message, { exact: true });
  /** Waits until the session is here with its model: nothing can be sent before, whichever key is pressed. */
  const ready = () =>
    page
      .locator('.model-status .tag[data-state="configured"]')
      .waitFor({ state: "attached" });
  const useDemo = async () => {
    await button("useDemo").click();
    await ready();
  };
  return {
    names,
    button,
    input,
    ready,
    useDemo,
    chat: page.getByRole("main", { name: names.chat }),
    skills: page.getByRole("region", { name: names.skills }),
    timeline: page.getByRole("region", { name: names.timeline }),
    status: page.getByRole("status"),
    /** Chooses the demo model and sends the demo task. */
    async start() {
      await useDemo();
      await button("fillDemo").click();
      await button("send").click();
    },
    /**
     * What is in each message, once the parts that are loaded when they are first drawn have come; whether or not it is
     * scrolled to.
     */
    async words(): Promise<readonly string[]> {
      const chat = page.getByRole("main", { name: names.chat });
      await chat
        .locator(".message.assistant .plain-text")
        .first()
        .waitFor({ state: "detached" });
      await chat
        .getByText(names.loading)
        .first()
        .waitFor({ state: "detached" });
      return chat.getByRole("article").allTextContents();
    },
    /** Waits until the live region says a text. */
    async hears(text: string) {
      await page
        .getByRole("status")
        .filter({ hasText: text })
        .waitFor({ state: "attached" });
    },
  };
}
