import { useSessionState } from "../session-context.tsx";
import { useCellPart } from "../use-cell.ts";
import { useAttachments } from "./use-attachments.ts";

/** Whether there are images for a model that can't read any. */
export function useLacksImages(): boolean {
  const isBlind = useSessionState(
    ({ model }) => model !== null && !model.supportsImages,
  );
  const hasImages = useCellPart(useAttachments().view, ({ items }) =>
    items.some(({ status }) => status.phase !== "failed"),
  );
  return isBlind && hasImages;
}
