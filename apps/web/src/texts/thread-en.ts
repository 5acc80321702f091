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
} as const satisfies Readonly<Record<string, string>>;

export type ThreadKey = keyof typeof THREAD_EN;
