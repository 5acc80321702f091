import type { FiguresKey } from "./figures-en.ts";

export const FIGURES_ZH_CN: Readonly<Record<FiguresKey, string>> = {
  "figures.explain":
    "服务器此刻的繁忙程度，包含所有会话和访问者，不含任何人的数据。",
  "figures.loading": "正在询问服务器……",
  "figures.failed": "无法加载这些数字：{reason}",
  "figures.retry": "重试",
  "figures.loopLag": "事件循环延迟",
  "figures.loopLagNote": "定时器晚了多久：最近一分钟内的第 99 百分位",
  "figures.openStreams": "打开的事件流",
  "figures.openStreamsNote": "正在跟随会话的标签页和脚本",
  "figures.eventsPerSecond": "每秒事件数",
  "figures.eventsPerSecondNote": "最近十秒的平均值",
  "figures.storeQueue": "等待存储",
  "figures.storeQueueNote": "尚未持久保存的事件",
  "figures.sessions": "内存中的会话",
  "figures.answer": "最近一次回答",
  "figures.answerNote": "服务器给出这些数字所用的时间，来自 Server-Timing 标头",
  "figures.milliseconds": "{value} 毫秒",
};
