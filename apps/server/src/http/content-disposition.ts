/** A `Content-Disposition` for any file name (RFC 6266): plain ASCII for old readers, UTF-8 for the others. */
export function contentDisposition(
  kind: "inline" | "attachment",
  fileName: string,
): string {
  const ascii = fileName.replace(/[^A-Za-z0-9._ -]/g, "_");
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    percentEncode,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
