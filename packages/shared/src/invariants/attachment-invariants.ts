/** What holds of attachments. */
import { breaches, eventsOf, type Invariant } from "./invariant.ts";

export const ATTACHMENT_INVARIANTS: readonly Invariant[] = [
  {
    id: "I38",
    promise: "What happens to an attachment happens to one that was added.",
    check: (events) => {
      const added = new Set<string>();
      return breaches(
        eventsOf(
          events,
          "attachment.added",
          "attachment.updated",
          "attachment.removed",
        ),
        (event) => {
          if (event.type === "attachment.removed")
            return added.has(event.payload.attachmentId)
              ? undefined
              : "It was not added.";
          const { attachmentId } = event.payload.attachment;
          if (event.type === "attachment.added") added.add(attachmentId);
          return added.has(attachmentId) ? undefined : "It was not added.";
        },
      );
    },
  },
];
