/** What a lab opened for a session: a database, a client of a tool server. */

/** Disposes of it, at the latest given up after `limitMs`. Rejects with what disposing throws. */
export async function disposeWithin(
  data: unknown,
  limitMs: number,
): Promise<void> {
  if (typeof data !== "object" || data === null) return;
  if (!(Symbol.asyncDispose in data)) return;
  const dispose = data[Symbol.asyncDispose];
  if (typeof dispose !== "function") return;
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () =>
      reject(new Error(`The lab's resources did not close in ${limitMs} ms.`)),
    limitMs,
  );
  try {
    await Promise.race([dispose.call(data), promise]);
  } finally {
    clearTimeout(timer);
  }
}
