/** Where a link of an answer leads, if it is one that may be opened. */
export interface LinkTarget {
  /** As the browser would go there: the host in ASCII, everything odd encoded. */
  readonly href: string;
  /** Host or mail address, and as much of the path as is good to show. */
  readonly shown: string;
}

const OPENED: ReadonlySet<string> = new Set(["http:", "https:", "mailto:"]);
const SHOWN_CHARACTERS = 60;

/** Whole addresses of web and mail only: a relative one would lead into the studio itself. Null for everything else. */
export function linkTargetOf(href: string): LinkTarget | null {
  const url = parse(href.trim());
  if (url === null || !OPENED.has(url.protocol)) return null;
  if (url.protocol === "mailto:") {
    return { href: url.href, shown: shorten(url.pathname) };
  }
  const path = url.pathname === "/" ? "" : url.pathname;
  return { href: url.href, shown: shorten(`${url.host}${path}`) };
}

function parse(href: string): URL | null {
  // Without a scheme of its own an address would be taken as one of this page's.
  if (!/^[a-z][a-z0-9+.-]*:/i.test(href)) return null;
  try {
    return new URL(href);
  } catch {
    return null;
  }
}

function shorten(text: string): string {
  return text.length > SHOWN_CHARACTERS
    ? `${text.slice(0, SHOWN_CHARACTERS - 1)}…`
    : text;
}
