/** The texts of the conversation. `{name}` is filled in. */
export const THREAD_EN = {
  "thread.earlier": "Show earlier messages ({count})",
  "thread.toEnd": "To the newest message",
  "thread.new": "New messages: {count}",
  "thread.toStep": "To the running step",
  "thread.steps": "{count} steps done",
  "thread.noAlt": "no description",
  "thread.newTab": "(opens in a new tab after asking)",

  "link.title": "Leave the studio?",
  "link.explain":
    "The agent wrote this link. Opening it sends everything in its address to:",
  "link.address": "The whole address",
  "link.open": "Open in a new tab",
  "link.stay": "Stay here",

  "code.plain": "code",
  "code.copy": "Copy the code",
  "code.copied": "Copied",
  "code.copyFailed": "Could not copy: select the text and press Ctrl+C or ⌘C",

  "thread.thinking": "Reasoning …",
  "thread.characters": "{count} characters",

  "time.ms": "{ms} ms",
  "time.s": "{s} s",
  "time.min": "{min} min {s} s",

  "state.drafted": "being written, {count} bytes",
  "state.requested": "asked for",
  "state.awaiting": "waits for your decision",
  "state.running": "running",
  "state.completed": "done",
  "state.failed": "failed",
  "state.stopped": "stopped",
  "state.unknownOutcome": "outcome unknown",
  "state.refused": "refused by policy",
  "state.unknownTool": "no such tool",
  "state.notApproved": "not approved",
  "state.expired": "nobody decided in time",
  "state.cancelled": "cancelled with the run",
  "state.invalidated": "lapsed, the tool changed",

  "tool.more": "and {count} more",
  "tool.progress": "Progress",
  "tool.skillLoaded": "Skill {name} loaded",
  "tool.resultText": "Result, {count} characters",
  "tool.text": "Text of the result",
  "tool.numbers": "The numbers as a table",
  "tool.moreRows": "Show all {count} rows",
  "tool.unchanged": "{count} unchanged lines",
  "tool.added": "added",
  "tool.removed": "removed",
  "tool.chart": "Chart, scrollable",
  "tool.diff": "Changes",
  "raw.copy": "Copy: {name}",

  "end.settings": "Model settings",
  "end.goOn": "Ask for less at once, or send “go on”.",
  "end.rephrase": "Say it in other words, or in smaller steps.",
  "end.otherModel": "Check the connection, or choose another model.",
  "end.lookFirst": "Look at what was done before you try again.",
} as const satisfies Readonly<Record<string, string>>;

export type ThreadKey = keyof typeof THREAD_EN;
