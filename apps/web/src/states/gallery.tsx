import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { RefObject } from "react";
import type { Preferences } from "../client/preferences.ts";
import { STATES_CATALOGUES } from "../texts/states-catalogue.ts";
import { useCell } from "../ui/use-cell.ts";
import type { PartsOnTheWay } from "./parts-on-the-way.ts";
import { pageStates } from "./state-list.ts";
import type { PageState } from "./page-state.ts";
import { StatePage } from "./state-page.tsx";

/** Longer than a part takes to be loaded from this machine. */
const QUIET_MS = 150;
const NOTHING: readonly string[] = [];

/** A list of all states, and under it the page in the one that is chosen, which the address names. */
export function Gallery(props: {
  readonly preferences: Preferences;
  /** Watched from before the first part was asked for. */
  readonly parts: PartsOnTheWay;
}) {
  const { preferences, parts } = props;
  const { locale } = useCell(preferences.view);
  const states = useMemo(() => pageStates(locale), [locale]);
  const name = useHash();
  const state = states.find((one) => one.name === name) ?? states[0];
  const texts = STATES_CATALOGUES[locale];
  return (
    <>
      {state !== undefined && (
        <StateFrame
          key={`${locale} ${state.name}`}
          state={state}
          preferences={preferences}
          parts={parts}
        />
      )}
      <nav className="states-bar" aria-label={texts["states.label"]}>
        <label>
          <span>{texts["states.state"]}</span>
          <select
            value={state?.name}
            onChange={(event) => {
              location.hash = event.target.value;
            }}
          >
            {states.map((one) => (
              <option key={one.name} value={one.name}>
                {one.name}
              </option>
            ))}
          </select>
        </label>
        <a href="/">{texts["states.studio"]}</a>
      </nav>
    </>
  );
}

/** Tells in `data-settled` when its page is in the state and nothing has changed for a moment, lazily loaded parts included. */
function StateFrame(props: {
  readonly state: PageState;
  readonly preferences: Preferences;
  readonly parts: PartsOnTheWay;
}) {
  const { state, preferences, parts } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [isReached, setReached] = useState(false);
  const reached = useCallback(() => setReached(true), []);
  const isSettled = useSettled(frame, isReached, state.press ?? NOTHING, parts);
  return (
    <div
      ref={frame}
      className="state-frame"
      data-state={state.name}
      data-settled={isSettled}
    >
      <StatePage state={state} preferences={preferences} onReached={reached} />
    </div>
  );
}

/** Whether all of `press` is pressed, each as soon as it is there in quiet, and it is quiet since. */
function useSettled(
  frame: RefObject<HTMLDivElement | null>,
  isReached: boolean,
  press: readonly string[],
  parts: PartsOnTheWay,
): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    if (frame.current === null || !isReached) return;
    const left = [...press];
    const onQuiet = () => {
      timer = setTimeout(onQuiet, QUIET_MS);
      if (parts.count() > 0) return;
      const [next] = left;
      if (next === undefined) return setSettled(true);
      const control = document.querySelector<HTMLElement>(next);
      if (control !== null) left.shift();
      control?.click();
    };
    let timer = setTimeout(onQuiet, QUIET_MS);
    const observer = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(onQuiet, QUIET_MS);
    });
    observer.observe(frame.current, { childList: true, subtree: true });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [frame, parts, isReached, press]);
  return isSettled;
}

function useHash(): string {
  const [hash, setHash] = useState(() => location.hash.slice(1));
  useEffect(() => {
    const read = () => setHash(location.hash.slice(1));
    window.addEventListener("hashchange", read);
    return () => window.removeEventListener("hashchange", read);
  }, []);
  return hash;
}
