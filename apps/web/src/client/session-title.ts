/** The title that a session gets from its first message. */
import type {
  HarnessEvent,
  LabSummary,
  SessionState,
} from "@agent-studio/shared";

/** In columns, of which a character of Chinese takes two. */
const TITLE_WIDTH = 60;
const WIDE =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Emoji_Presentation}|[\u3000-\u303F\uFF00-\uFF60]/u;
/** What gives a line of Markdown its form, and no words. */
const MARKS = /^(?:\s*(?:#{1,6}\s+|>\s*|[-*+]\s+|\d+[.)]\s+|`{3,}\S*))+/;
/** Controls, and what turns the direction of the text around it. */
const UNSEEN =
  /[\p{Cc}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]+/gu;

/** The first words of a text as one line that fits a list; empty where it has none. */
export function titleFrom(text: string): string {
  for (const line of text.split(/\r\n?|[\n\u2028\u2029]/)) {
    const words = line
      .replace(MARKS, "")
      .replace(UNSEEN, " ")
      .replace(/\s+/g, " ")
      .trim();
    if (words !== "") return shortened(words);
  }
  return "";
}

function shortened(words: string): string {
  let width = 0;
  let end = 0;
  for (const cluster of clusters(words)) {
    width += WIDE.test(cluster) ? 2 : 1;
    if (width > TITLE_WIDTH) {
      return `${beforeTornWord(words, end).trimEnd()}…`;
    }
    end += cluster.length;
  }
  return words;
}

/** Up to the cut, or up to the word that it would tear apart where that one is short. */
function beforeTornWord(words: string, end: number): string {
  const cut = words.slice(0, end);
  const tail =
    /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}'-]+$/u;
  const isTorn = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u;
  const [torn = ""] = tail.exec(cut) ?? [];
  if (!isTorn.test(words.slice(end)) || torn.length > 20) return cut;
  return torn.length === cut.length
    ? cut
    : cut.slice(0, cut.length - torn.length);
}

/** What a person sees as one character. Older Firefox has no segmenter. */
function clusters(text: string): readonly string[] {
  if (typeof Intl.Segmenter !== "function") return Array.from(text);
  const pieces = new Intl.Segmenter().segment(text);
  return Array.from(pieces, ({ segment }) => segment);
}

/** Whether an event says that someone chose the title. */
export function namesSession(event: HarnessEvent): boolean {
  return event.type === "session.updated" && event.payload.title !== undefined;
}

/** The title that a session should get now: null where it has one of its own or nothing was said. `nameOf` names a message of files alone. */
export function titleDue(
  state: SessionState,
  lab: LabSummary | undefined,
  nameOf: (fileName: string) => string,
): string | null {
  const [first] = state.messages;
  if (lab === undefined || first?.role !== "user") return null;
  if (!Object.values(lab.title).includes(state.title)) return null;
  const title = titleFrom(first.text);
  if (title !== "") return title;
  const [file] = first.attachments;
  return file === undefined ? null : titleFrom(nameOf(file.name));
}
