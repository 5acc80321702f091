/** Writes the time of events. Many fall into one millisecond, and writing a date costs as much as writing an event. */
export function createTimeText(clock: () => number): () => string {
  let written = { ms: Number.NaN, text: "" };
  return () => {
    const ms = clock();
    if (ms !== written.ms) written = { ms, text: new Date(ms).toISOString() };
    return written.text;
  };
}
