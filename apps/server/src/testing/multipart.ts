/** Multipart bodies as text, for forms that no well-behaved client sends. */
export const TEST_BOUNDARY = "test-boundary";

export interface TestPart {
  readonly head?: readonly string[];
  readonly content?: string;
}

/** The head of a plain file. */
export const FILE_HEAD: readonly string[] = [
  'Content-Disposition: form-data; name="file"; filename="a.png"',
  "Content-Type: image/png",
];

/** A body of parts with its last boundary. */
export function multipartBody(...parts: readonly TestPart[]): string {
  const written = parts.map(
    ({ head = FILE_HEAD, content = "content" }) =>
      `--${TEST_BOUNDARY}\r\n${head.map((line) => `${line}\r\n`).join("")}\r\n${content}\r\n`,
  );
  return `${written.join("")}--${TEST_BOUNDARY}--\r\n`;
}

/** A form with one file. */
export function fileForm(
  bytes: Uint8Array<ArrayBuffer> | string,
  { name = "a.png", type = "image/png" } = {},
): FormData {
  const form = new FormData();
  form.append("file", new File([bytes], name, { type }));
  return form;
}
