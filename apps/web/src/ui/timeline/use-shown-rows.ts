import { useEffect, useMemo, useState } from "react";
import type { HistoryView } from "../../client/session-history.ts";
import { sentenceOf } from "./event-sentence.ts";
import { RowFilter } from "./row-filter.ts";
import type { EventFilter } from "./row-filter.ts";
import { showRows } from "./shown-rows.ts";
import type { ShownRows } from "./shown-rows.ts";
import type { TimelineTexts } from "./timeline-texts.ts";

/** How long looking may take at a time: short enough for a frame. */
const SLICE_MS = 8;

interface Found {
  readonly filter: RowFilter;
  readonly matches: readonly number[];
  readonly done: boolean;
}

/** The rows that the filter leaves, and whether it is still looking. */
export function useShownRows(
  events: HistoryView,
  filter: EventFilter,
  texts: TimelineTexts,
): { readonly rows: ShownRows; readonly searching: boolean } {
  const { archive } = events.history;
  const isAll = filter.groups === null && filter.text.trim() === "";
  const finder = useMemo(() => {
    const sentence = (sequence: number) => {
      const event = archive.read(sequence);
      return event === undefined ? "" : sentenceOf(event, texts);
    };
    return new RowFilter({ archive, filter, sentence });
  }, [archive, filter, texts]);
  const [found, setFound] = useState<Found | null>(null);

  useEffect(() => {
    if (isAll) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const end = performance.now() + SLICE_MS;
      const done = finder.advance(events.rows, () => performance.now() > end);
      setFound({ filter: finder, matches: finder.matches(events.rows), done });
      if (!done) timer = setTimeout(look);
    };
    look();
    return () => clearTimeout(timer);
  }, [finder, isAll, events]);

  const isCurrent = found?.filter === finder;
  const rows = useMemo(
    () =>
      showRows(
        archive.rows,
        events.rows,
        isAll ? null : isCurrent ? found.matches : [],
      ),
    [archive, events, isAll, isCurrent, found],
  );
  return { rows, searching: !isAll && !(isCurrent && found.done) };
}
