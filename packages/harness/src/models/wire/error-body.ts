import { parseJson } from "./json-record.ts";

/** Bytes of an error body that are looked at. */
const ERROR_BYTES = 64 * 1024;

/** The JSON of an error answer, as far as it comes within the time and size; undefined when there is none. */
export async function readErrorBody(
  response: Response,
  timeoutMs: number,
): Promise<unknown> {
  if (response.body === null) return undefined;
  const body: ReadableStream<Uint8Array> = response.body;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  const timer = setTimeout(
    () => void reader.cancel().catch(() => undefined),
    timeoutMs,
  );
  try {
    while (text.length < ERROR_BYTES) {
      const { value, done } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    // What came before the break may still say what kind of error it is.
  } finally {
    clearTimeout(timer);
    void reader.cancel().catch(() => undefined);
  }
  return parseJson(text);
}
