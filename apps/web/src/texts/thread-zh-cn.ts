import type { ThreadKey } from "./thread-en.ts";

export const THREAD_ZH_CN: Readonly<Record<ThreadKey, string>> = {
  "thread.earlier": "显示更早的消息（{count}）",
  "thread.toEnd": "到最新消息",
  "thread.new": "{count} 条新消息",
  "thread.toStep": "到正在进行的步骤",
  "thread.steps": "已完成 {count} 个步骤",
};
