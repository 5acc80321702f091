/**
 * The wait that a provider asks for, in milliseconds from `now` (wall clock). Whole or decimal seconds, an HTTP date, or
 * `retry-after-ms`; undefined for anything else, negative figures and past dates included.
 */
export function retryAfterMs(
  headers: Pick<Headers, "get">,
  now: number,
): number | undefined {
  const exact = seconds(headers.get("retry-after-ms"));
  if (exact !== undefined) return Math.ceil(exact);
  const asked = headers.get("retry-after")?.trim() ?? "";
  const figure = seconds(asked);
  if (figure !== undefined) return Math.ceil(figure * 1000);
  if (!/^[A-Za-z]{3,9}, /.test(asked)) return undefined;
  const date = Date.parse(asked);
  return Number.isNaN(date) || date < now ? undefined : date - now;
}

function seconds(text: string | null): number | undefined {
  return text !== null && /^\d{1,12}(\.\d{1,6})?$/.test(text.trim())
    ? Number(text)
    : undefined;
}
