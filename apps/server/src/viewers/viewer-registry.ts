/** A viewer with the secret of its cookie; the secret is given out once and never kept. */
export interface IssuedViewer {
  readonly viewerId: string;
  readonly token: string;
}

export interface ViewerLink {
  readonly code: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** Who is asking: browsers and scripts by their cookie. Keeps digests of secrets only. */
export interface ViewerRegistry {
  /** A new viewer, whose id says nothing about its token (256 random bits). */
  create(): Promise<IssuedViewer>;
  /** The viewer of a token; undefined for one that was never issued. */
  find(token: string): Promise<string | undefined>;
  /** A code of 128 random bits that makes one more browser this viewer, once, within 10 minutes. */
  createLink(viewerId: string): Promise<ViewerLink>;
  /** Notes that a viewer did something, so that its owner can be let in again who lost the cookie. */
  noteActive(viewerId: string): void;
  /** The viewer that acted last; undefined when none has. */
  lastActive(): string | undefined;
  /** A new token of the viewer that made the link; undefined when the code is unknown, used or old. Uses it up. */
  redeemLink(code: string): Promise<IssuedViewer | undefined>;
  /** Call once, when nobody is served any more. */
  close(): void;
}
