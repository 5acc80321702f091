import { MessageList } from "./message-list.tsx";
import { ThreadRuntime } from "./thread-runtime.tsx";
import type { ThreadScroll } from "./thread-scroll.ts";

/** The messages of the session, with the runtime that shows assistant-ui the same. */
export function ThreadMessages(props: {
  readonly scroll: ThreadScroll | null;
}) {
  return (
    <ThreadRuntime>
      <MessageList scroll={props.scroll} />
    </ThreadRuntime>
  );
}
