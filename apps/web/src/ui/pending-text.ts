import type { Texts } from "./text-context.tsx";

/** How many approvals wait, in words. */
export function pendingText({ t, number }: Texts, count: number): string {
  if (count === 0) return t("inbox.none");
  return count === 1
    ? t("inbox.one")
    : t("inbox.many", { count: number(count) });
}
