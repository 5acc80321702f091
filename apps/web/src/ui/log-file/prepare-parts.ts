import { prepareMessages } from "../lazy-messages.tsx";

/** The page has its first seconds for itself. */
const DELAY_MS = 3_000;

/**
 * Loads what a log may be looked at with later while the browser has nothing else to do: a log is looked into most
 * when the server is gone, and then nothing can be loaded any more. The answer calls that off.
 */
export function prepareParts(): () => void {
  const timer = setTimeout(() => {
    prepareMessages();
    void Promise.allSettled([
      import("../approvals/approval-ui.tsx"),
      import("../replay/replay-bar.tsx"),
      import("../timeline/event-explanation.tsx"),
      import("../../client/replay.ts"),
      import("../../client/file-session.ts"),
      import("./log-file-screen.tsx"),
      import("./log-file-notice.tsx"),
    ]);
  }, DELAY_MS);
  return () => clearTimeout(timer);
}
