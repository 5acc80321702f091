/** How many frames an animated PNG says that it has; the decoder reads its first one only and does not tell. */
import { open } from "node:fs/promises";

/** Chunks before the picture's data that are looked at; the animation's own comes early (APNG specification). */
const CHUNKS = 64;
const SIGNATURE_LENGTH = 8;
/** Length, type, and the checksum at the end. */
const FRAME_LENGTH = 12;

/** The number in the file's `acTL` chunk; 1 without one. */
export async function countPngFrames(path: string): Promise<number> {
  const file = await open(path, "r");
  try {
    const header = Buffer.alloc(FRAME_LENGTH);
    let at = SIGNATURE_LENGTH;
    for (let chunk = 0; chunk < CHUNKS; chunk += 1) {
      const { bytesRead } = await file.read(header, 0, FRAME_LENGTH, at);
      const type = header.toString("latin1", 4, 8);
      if (bytesRead < FRAME_LENGTH || type === "IDAT") return 1;
      if (type === "acTL") return header.readUInt32BE(8);
      at += FRAME_LENGTH + header.readUInt32BE(0);
    }
    return 1;
  } finally {
    await file.close();
  }
}
