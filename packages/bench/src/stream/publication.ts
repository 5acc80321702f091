/** The order to publish one event, as the publisher sends it to the server: which session, how long, and since when. */
export interface Publication {
  readonly session: number;
  readonly text: number;
  readonly timeUs: number;
}

export const PUBLICATION_BYTES = 16;

/** Writes orders one after the other. */
export function encodePublications(
  publications: readonly Publication[],
): Buffer {
  const bytes = Buffer.allocUnsafe(publications.length * PUBLICATION_BYTES);
  for (const [index, { session, text, timeUs }] of publications.entries()) {
    const at = index * PUBLICATION_BYTES;
    bytes.writeUInt32LE(session, at);
    bytes.writeUInt32LE(text, at + 4);
    bytes.writeDoubleLE(timeUs, at + 8);
  }
  return bytes;
}

/** Reads orders that come in any pieces. */
export function createPublicationReader(): (piece: Buffer) => Publication[] {
  let rest = Buffer.alloc(0);
  return (piece) => {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    const whole = bytes.length - (bytes.length % PUBLICATION_BYTES);
    const found: Publication[] = [];
    for (let at = 0; at < whole; at += PUBLICATION_BYTES)
      found.push({
        session: bytes.readUInt32LE(at),
        text: bytes.readUInt32LE(at + 4),
        timeUs: bytes.readDoubleLE(at + 8),
      });
    rest = Buffer.from(bytes.subarray(whole));
    return found;
  };
}
