import { pendingText } from "./pending-text.ts";
import { useTexts } from "./text-context.tsx";

/** A number of waiting approvals in a small space; read out in words. */
export function PendingPill({ count }: { readonly count: number }) {
  const texts = useTexts();
  if (count === 0) return null;
  return (
    <span className="pending-pill">
      <span aria-hidden>{count > 99 ? "99+" : count}</span>
      <span className="visually-hidden">{pendingText(texts, count)}</span>
    </span>
  );
}
