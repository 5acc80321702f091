/** The page's fragment: which session is open, and a link code on its way in. */
export interface AddressBar {
  /** The code of a link that led here; reading it removes it from the address at once. */
  takeLinkCode(): string | null;
  sessionId(): string | null;
  /** Shows which session is open, without an entry in the history. */
  showSession(sessionId: string | null): void;
  /** The address of this page for another browser: a link code, and the session to open. */
  linkFor(code: string, sessionId: string | null): string;
}

type Place = Pick<Location, "hash" | "origin" | "pathname">;

/** The address bar of a window. */
export function createAddressBar(frame: {
  readonly location: Place;
  readonly history: Pick<History, "replaceState">;
}): AddressBar {
  const { location, history } = frame;
  const read = () => new URLSearchParams(location.hash.replace(/^#/, ""));
  const fragment = (values: URLSearchParams) =>
    values.size === 0 ? location.pathname : `#${values.toString()}`;
  const write = (values: URLSearchParams) =>
    history.replaceState(null, "", fragment(values));
  return {
    takeLinkCode() {
      const values = read();
      const code = values.get("link");
      if (code === null) return null;
      values.delete("link");
      write(values);
      return code;
    },
    sessionId: () => read().get("session"),
    showSession(sessionId) {
      const values = read();
      if (sessionId === null) values.delete("session");
      else values.set("session", sessionId);
      write(values);
    },
    linkFor(code, sessionId) {
      const values = new URLSearchParams({ link: code });
      if (sessionId !== null) values.set("session", sessionId);
      return `${location.origin}${location.pathname}#${values.toString()}`;
    },
  };
}
