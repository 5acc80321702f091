import type { ThreadKey } from "./thread-en.ts";

export const THREAD_ZH_CN: Readonly<Record<ThreadKey, string>> = {
  "thread.earlier": "显示更早的消息（{count}）",
  "thread.toEnd": "到最新消息",
  "thread.new": "{count} 条新消息",
  "thread.toStep": "到正在进行的步骤",
  "thread.steps": "已完成 {count} 个步骤",
  "thread.noAlt": "没有说明",
  "thread.newTab": "（确认后在新标签页中打开）",

  "link.title": "要离开工作室吗？",
  "link.explain": "这个链接是智能体写的。打开它会把地址里的全部内容发给：",
  "link.address": "完整地址",
  "link.open": "在新标签页中打开",
  "link.stay": "留在这里",

  "code.plain": "代码",
  "code.copy": "复制代码",
  "code.copied": "已复制",
  "code.copyFailed": "无法复制：请选中文字后按 Ctrl+C 或 ⌘C",
};
