interface PasteLike {
  readonly files: Iterable<File>;
  getData(type: string): string;
}

export interface Pasted {
  readonly files: readonly File[];
  /** The text of the paste still goes into the message. */
  readonly keepsText: boolean;
}

/**
 * What a paste means. Office programs put a picture of copied cells beside their text, and then the text is
 * meant; file managers put the file's name beside the file, and then the file is. Of anything else, all is taken.
 */
export function readPaste(data: PasteLike): Pasted {
  const files = [...data.files];
  const text = data.getData("text/plain").trim();
  if (files.length === 0 || text === "") return { files, keepsText: false };
  if (data.getData("text/html") !== "" || data.getData("text/rtf") !== "") {
    return { files: [], keepsText: true };
  }
  const names = text.split(/\r?\n/).map((line) => line.split(/[/\\]/).at(-1));
  const isNames = names.every((name) =>
    files.some((file) => file.name === name),
  );
  return { files, keepsText: !isNames };
}
