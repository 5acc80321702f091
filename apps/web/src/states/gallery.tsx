import { useEffect, useMemo, useRef, useState } from "react";
import type { ReactNode } from "react";
import type { Preferences } from "../client/preferences.ts";
import { STATES_CATALOGUES } from "../texts/states-catalogue.ts";
import { useCell } from "../ui/use-cell.ts";
import { pageStates } from "./state-list.ts";
import { StatePage } from "./state-page.tsx";

/** Longer than a part takes to be loaded from this machine. */
const QUIET_MS = 150;

/** A list of all states, and under it the page in the one that is chosen, which the address names. */
export function Gallery({
  preferences,
}: {
  readonly preferences: Preferences;
}) {
  const { locale } = useCell(preferences.view);
  const states = useMemo(() => pageStates(locale), [locale]);
  const name = useHash();
  const state = states.find((one) => one.name === name) ?? states[0];
  const texts = STATES_CATALOGUES[locale];
  return (
    <>
      {state !== undefined && (
        <StateFrame key={`${locale} ${state.name}`} name={state.name}>
          <StatePage state={state} preferences={preferences} />
        </StateFrame>
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

/** Tells in `data-settled` when what is in it has not changed for a moment, lazily loaded parts included. */
function StateFrame(props: {
  readonly name: string;
  readonly children: ReactNode;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    if (frame.current === null) return;
    let timer = setTimeout(() => setSettled(true), QUIET_MS);
    const observer = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(() => setSettled(true), QUIET_MS);
    });
    observer.observe(frame.current, { childList: true, subtree: true });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, []);
  return (
    <div
      ref={frame}
      className="state-frame"
      data-state={props.name}
      data-settled={settled}
    >
      {props.children}
    </div>
  );
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
