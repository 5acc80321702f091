/** A JSON Pointer as people read it: `address.city`, `tags[1]`; `whole` for the value itself. Pure. */
export function placeText(path: string, whole: string): string {
  const tokens = path
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
  if (tokens.length === 0) return whole;
  return tokens.reduce((text, token) => {
    if (/^\d+$/.test(token)) return `${text}[${Number(token) + 1}]`;
    return text === "" ? token : `${text}.${token}`;
  }, "");
}
