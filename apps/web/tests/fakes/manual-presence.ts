import type {
  PagePresence,
  PresenceNotice,
} from "../../src/client/page-presence.ts";

export interface ManualPresence extends PagePresence {
  notice(what: PresenceNotice): void;
  readonly listeners: number;
}

/** A page that is looked at as a test says. */
export function createManualPresence(): ManualPresence {
  const listeners = new Set<(what: PresenceNotice) => void>();
  let hidden = false;
  return {
    isHidden: () => hidden,
    isOnline: () => true,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notice(what) {
      if (what === "hidden") hidden = true;
      if (what === "visible") hidden = false;
      for (const listener of [...listeners]) listener(what);
    },
    get listeners() {
      return listeners.size;
    },
  };
}
