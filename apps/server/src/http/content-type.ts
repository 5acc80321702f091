const JSON_TYPE =
  /^[ \t]*application\/json[ \t]*(;[ \t]*charset[ \t]*=[ \t]*("utf-8"|utf-8)[ \t]*)?;?[ \t]*$/i;

/** Whether a content type is exactly JSON, optionally with `charset=utf-8`. */
export function isJsonContentType(header: string): boolean {
  return JSON_TYPE.test(header);
}
