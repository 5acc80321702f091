import { useCallback, useSyncExternalStore } from "react";
import { useStudio } from "./studio-context.tsx";

/** Whether the browser believes that it has a network. */
export function useOnline(): boolean {
  const { presence } = useStudio();
  const listen = useCallback(
    (changed: () => void) => presence.listen(changed),
    [presence],
  );
  return useSyncExternalStore(listen, () => presence.isOnline());
}
