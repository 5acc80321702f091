import { prepareMessages } from "../lazy-messages.tsx";

/**
 * Loads what the timeline may need later while the browser has nothing else to do: a log is looked into most when
 * the server is gone, and then nothing can be loaded any more. The answer calls that off.
 */
export function prepareParts(): () => void {
  const load = () => {
    prepareMessages();
    void Promise.allSettled([
      import("./event-explanation.tsx"),
      import("../replay/replay-bar.tsx"),
      import("../../client/replay.ts"),
      import("../../client/file-session.ts"),
      import("../log-file/log-file-screen.tsx"),
      import("../log-file/log-file-notice.tsx"),
      import("../approvals/approval-ui.tsx"),
    ]);
  };
  if (typeof window.requestIdleCallback !== "function") {
    const timer = window.setTimeout(load, 2_000);
    return () => window.clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(load, { timeout: 10_000 });
  return () => window.cancelIdleCallback(handle);
}
