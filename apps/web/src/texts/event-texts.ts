/** Each event type in a few words, and the group it is filtered by. */
import type { EventType, LocalizedText } from "@agent-studio/shared";

export const EVENT_GROUPS = [
  "session",
  "run",
  "message",
  "model",
  "tool",
  "approval",
  "skill",
  "file",
  "lab",
  "other",
] as const;
export type EventGroup = (typeof EVENT_GROUPS)[number];

const text = (group: EventGroup, zh: string, en: string) => ({
  group,
  label: { "zh-CN": zh, en } satisfies LocalizedText,
});

export const EVENT_TEXTS: Readonly<
  Record<
    EventType,
    { readonly group: EventGroup; readonly label: LocalizedText }
  >
> = {
  "session.started": text("session", "会话开始", "Session started"),
  "session.resumed": text("session", "会话恢复", "Session recovered"),
  "session.updated": text("session", "会话更改", "Session changed"),
  "session.closed": text("session", "会话关闭", "Session closed"),
  "model.configured": text("model", "选定模型", "Model chosen"),
  "model.cleared": text("model", "清除模型", "Model forgotten"),
  "attachment.added": text("file", "添加附件", "Attachment added"),
  "attachment.updated": text("file", "更新附件", "Attachment updated"),
  "attachment.rejected": text("file", "拒收附件", "Attachment rejected"),
  "attachment.removed": text("file", "移除附件", "Attachment removed"),
  "run.started": text("run", "运行开始", "Run started"),
  "user.message": text("message", "用户消息", "User message"),
  "model.requested": text("model", "调用模型", "Model called"),
  "model.responded": text("model", "模型应答", "Model answered"),
  "run.retrying": text("run", "准备重试", "Run retries"),
  "run.resumed": text("run", "运行继续", "Run resumed"),
  "assistant.started": text("message", "开始作答", "Answer begins"),
  "assistant.delta": text("message", "作答片段", "Answer grows"),
  "assistant.completed": text("message", "作答结束", "Answer ends"),
  "tool.drafted": text("tool", "编写工具调用", "Tool call drafted"),
  "tool.requested": text("tool", "请求工具", "Tool asked for"),
  "tool.started": text("tool", "工具开始", "Tool started"),
  "tool.progressed": text("tool", "工具进展", "Tool progresses"),
  "tool.completed": text("tool", "工具完成", "Tool done"),
  "tool.failed": text("tool", "工具失败", "Tool failed"),
  "tool.denied": text("tool", "工具未执行", "Tool not run"),
  "approval.required": text("approval", "需要批准", "Approval needed"),
  "approval.resolved": text("approval", "批准有果", "Approval resolved"),
  "skill.requested": text("skill", "请求技能", "Skill requested"),
  "skill.loaded": text("skill", "加载技能", "Skill loaded"),
  "artifact.saved": text("file", "保存文件", "File saved"),
  "lab.updated": text("lab", "实验更新", "Lab updated"),
  "run.completed": text("run", "运行完成", "Run completed"),
  "run.failed": text("run", "运行失败", "Run failed"),
  "run.cancelled": text("run", "运行取消", "Run cancelled"),
};

/** The group of an event type; one of a later version counts as other. */
export function groupOf(type: string): EventGroup {
  return isKnown(type) ? EVENT_TEXTS[type].group : "other";
}

/** An event type in a few words; one of a later version is its own name. */
export function labelOf(type: string): LocalizedText {
  return isKnown(type) ? EVENT_TEXTS[type].label : { "zh-CN": type, en: type };
}

function isKnown(type: string): type is EventType {
  return Object.hasOwn(EVENT_TEXTS, type);
}
