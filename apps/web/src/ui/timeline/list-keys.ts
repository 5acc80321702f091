/** Where a key leads from a place (-1: none chosen) in a list with `page` rows in sight: a place, or null where the key means nothing. */
export function nextPlace(
  key: string,
  place: number,
  list: { readonly length: number; readonly page: number },
): number | null {
  const { length, page } = list;
  if (length === 0) return null;
  const within = (wanted: number) => Math.min(length - 1, Math.max(0, wanted));
  switch (key) {
    case "ArrowDown":
      return within(place + 1);
    case "ArrowUp":
      return within(place < 0 ? length - 1 : place - 1);
    case "PageDown":
      return within(place + page);
    case "PageUp":
      return within(place - page);
    case "Home":
      return 0;
    case "End":
      return length - 1;
    default:
      return null;
  }
}
