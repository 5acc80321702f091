/** What draws messages is loaded apart: an empty session is ready without it. */
import { lazyPart } from "@agent-studio/labs/ui";

const load = () => import("./thread-messages.tsx");

export const MessageList = lazyPart(async () => ({
  default: (await load()).ThreadMessages,
}));

/** Loads it when nothing else is to do, so that the first message needs no wait. The answer calls that off. */
export function prepareMessages(): () => void {
  // Where it can't be loaded now, it is tried again when a message is drawn.
  const begin = () => void load().catch(() => undefined);
  // Safari has no idle callback.
  if (typeof requestIdleCallback !== "function") {
    const timer = setTimeout(begin, 500);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(begin);
  return () => cancelIdleCallback(request);
}
