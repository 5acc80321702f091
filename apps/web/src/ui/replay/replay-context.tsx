/** Whether the session is shown live or as it was, and the way from one to the other. */
import {
  createContext,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import type { ReactNode } from "react";
import { createBrowserClock } from "../../client/clock.ts";
import type { Replay } from "../../client/replay.ts";
import { SessionProvider, useSession } from "../session-context.tsx";

interface ReplayAccess {
  readonly replay: Replay | null;
  /** Shows the session as it was at an event, the newest by default. */
  readonly enter: (place?: number) => void;
  /** Back to what is now. */
  readonly leave: () => void;
}

const ReplayContext = createContext<ReplayAccess>({
  replay: null,
  enter: () => undefined,
  leave: () => undefined,
});

/** Stands inside the provider of the session that can be looked back into. */
export function ReplayProvider({ children }: { readonly children: ReactNode }) {
  const live = useSession();
  const [replay, setReplay] = useState<Replay | null>(null);
  const current = useRef<Replay | null>(null);
  const show = useCallback((next: Replay | null) => {
    current.current?.stop();
    current.current = next;
    setReplay(next);
  }, []);
  // Another session has another past.
  useEffect(() => () => show(null), [live, show]);

  const enter = useCallback(
    (place?: number) => {
      if (current.current !== null) {
        current.current.pause();
        if (place !== undefined) current.current.seek(place);
        return;
      }
      void import("../../client/replay.ts").then(({ createReplay }) => {
        if (current.current !== null) return;
        const clock = createBrowserClock();
        show(
          createReplay({
            live,
            clock,
            ...(place === undefined ? {} : { place }),
          }),
        );
      });
    },
    [live, show],
  );
  const leave = useCallback(() => show(null), [show]);
  const access = useMemo(
    () => ({ replay, enter, leave }),
    [replay, enter, leave],
  );
  return <ReplayContext value={access}>{children}</ReplayContext>;
}

/** What below it is drawn from the session as it is shown: as it was during a replay, and else live. */
export function ShownSession({ children }: { readonly children: ReactNode }) {
  const live = useSession();
  const { replay } = use(ReplayContext);
  return (
    <SessionProvider value={replay?.session ?? live}>
      {children}
    </SessionProvider>
  );
}

/** The replay, and the event at which it stands; null while the session is shown live. */
export function useReplay(): ReplayAccess & { readonly place: number | null } {
  const access = use(ReplayContext);
  const { replay } = access;
  const place = useSyncExternalStore(
    replay?.view.subscribe ?? watchNothing,
    () => replay?.view.get().place ?? null,
  );
  return { ...access, place };
}

function watchNothing(): () => void {
  return () => undefined;
}
