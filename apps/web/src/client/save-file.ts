/** The time a browser takes at most to begin with a download. */
const KEPT_MS = 60_000;

/** Gives a file to the person, as if it had been downloaded. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
