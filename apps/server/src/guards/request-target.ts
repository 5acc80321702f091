/** Requests that are no plain request of a page or a script: refused before anything reads them. */

export interface RawRequest {
  readonly target: string;
  /** Names and values in turn, as they came. */
  readonly rawHeaders: readonly string[];
}

/** A sentence that says what is wrong with the form of a request, or undefined. */
export function judgeRequestForm(request: RawRequest): string | undefined {
  if (request.target !== "*" && !request.target.startsWith("/")) {
    return "Name the resource by its path, not by a whole address.";
  }
  if (request.target.includes("#"))
    return "Leave the fragment out of the request's address.";
  if (valuesOf("host", request.rawHeaders).length !== 1)
    return "Send exactly one Host header.";
  return undefined;
}

/** Whether a request asks for another protocol. h2c is offered in passing; ignoring it is how a server declines. */
export function asksForUpgrade({ rawHeaders }: RawRequest): boolean {
  return valuesOf("upgrade", rawHeaders).some(
    (value) => value.trim().toLowerCase() !== "h2c",
  );
}

/** Every value of a header, also where Node would keep the first one only. */
export function valuesOf(
  name: string,
  rawHeaders: readonly string[],
): readonly string[] {
  const values: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [key = "", value = ""] = [rawHeaders[at], rawHeaders[at + 1]];
    // Most names differ in their length already.
    if (key.length === name.length && key.toLowerCase() === name)
      values.push(value);
  }
  return values;
}
