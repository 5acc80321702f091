import { Suspense } from "react";
import { lazyPart } from "@agent-studio/labs/ui";
import { useReplay } from "./replay-context.tsx";

const ReplayBar = lazyPart(async () => ({
  default: (await import("./replay-bar.tsx")).ReplayBar,
}));

/** Where the controls of a replay stand while there is one. */
export function ReplaySlot() {
  const { replay, leave } = useReplay();
  if (replay === null) return null;
  return (
    <Suspense fallback={<div className="replay-bar" />}>
      <ReplayBar replay={replay} onLeave={leave} />
    </Suspense>
  );
}
