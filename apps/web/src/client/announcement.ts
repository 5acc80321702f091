/** What the live region says about events as they happen: starts, ends and questions, never the words themselves. */
import type {
  CancelReason,
  ErrorCode,
  HarnessEvent,
} from "@agent-studio/shared";

type Happening =
  | { readonly kind: "started" | "completed" }
  | { readonly kind: "failed"; readonly code: ErrorCode }
  | { readonly kind: "cancelled"; readonly reason: CancelReason }
  | { readonly kind: "approval"; readonly toolName: string };

/** What happened, and the event that tells it: the same thing twice is two announcements. */
export type Announcement = Happening & { readonly sequence: number };

/** The announcement after an event; most events leave it as it was. */
export function announce(
  before: Announcement | null,
  event: HarnessEvent,
): Announcement | null {
  const happening = happeningOf(event);
  return happening === null
    ? before
    : { ...happening, sequence: event.sequence };
}

function happeningOf(event: HarnessEvent): Happening | null {
  switch (event.type) {
    case "run.started":
      return { kind: "started" };
    case "run.completed":
      return { kind: "completed" };
    case "run.failed":
      return { kind: "failed", code: event.payload.code };
    case "run.cancelled":
      return { kind: "cancelled", reason: event.payload.reason };
    case "approval.required":
      return { kind: "approval", toolName: event.payload.approval.toolName };
    default:
      return null;
  }
}
