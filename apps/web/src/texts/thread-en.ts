/** The texts of the conversation. `{name}` is filled in. */
export const THREAD_EN = {
  "thread.earlier": "Show earlier messages ({count})",
  "thread.toEnd": "To the newest message",
  "thread.new": "New messages: {count}",
  "thread.toStep": "To the running step",
  "thread.steps": "{count} steps done",
} as const satisfies Readonly<Record<string, string>>;

export type ThreadKey = keyof typeof THREAD_EN;
