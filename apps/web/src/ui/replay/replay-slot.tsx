import { lazy, Suspense } from "react";
import { useReplay } from "./replay-context.tsx";

const ReplayBar = lazy(() =>
  import("./replay-bar.tsx").then((module) => ({ default: module.ReplayBar })),
);

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
