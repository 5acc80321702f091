import { useSyncExternalStore } from "react";

/** Whether the browser believes that it has a network. */
export function useOnline(): boolean {
  return useSyncExternalStore(listen, () => navigator.onLine);
}

function listen(changed: () => void): () => void {
  const end = new AbortController();
  for (const type of ["online", "offline"]) {
    window.addEventListener(type, changed, { signal: end.signal });
  }
  return () => end.abort();
}
