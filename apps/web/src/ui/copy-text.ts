/** Puts a text on the clipboard; false where the browser does not allow it. Over plain http the old way is the only one. */
export async function copyText(text: string): Promise<boolean> {
  if ("clipboard" in navigator) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Refused, for instance because the page has lost the focus: the old way may still work.
    }
  }
  return copySelected(text);
}

function copySelected(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "visually-hidden";
  // A dialog keeps everything outside of it from being selected.
  const host = document.querySelector("dialog[open]") ?? document.body;
  host.append(field);
  field.select();
  try {
    // Deprecated, and the one way without a secure context.
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
  }
}
