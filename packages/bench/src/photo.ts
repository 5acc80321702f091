/** Photos as cameras take them: 12 megapixels, about 3 MB as JPEG, turned on its side by its orientation. */
import sharp from "sharp";

const WIDTH = 4000;
const HEIGHT = 3000;
const QUALITY = 82;
const PHOTOS = 3;

/** A few photos that differ, each with soft shapes and the grain of a sensor. */
export function takePhotos(): Promise<readonly Blob[]> {
  return Promise.all(Array.from({ length: PHOTOS }, (_, turn) => take(turn)));
}

async function take(turn: number): Promise<Blob> {
  const grain = { type: "gaussian", mean: 128, sigma: 14 } as const;
  const noise = await sharp({
    create: {
      width: WIDTH,
      height: HEIGHT,
      channels: 3,
      background: "gray",
      noise: grain,
    },
  })
    .blur(0.8)
    .png({ compressionLevel: 1 })
    .toBuffer();
  const jpeg = await sharp(Buffer.from(shapes(turn)))
    .composite([{ input: noise, blend: "soft-light" }])
    .flatten()
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: QUALITY })
    .toBuffer();
  return new Blob([new Uint8Array(jpeg)], { type: "image/jpeg" });
}

function shapes(turn: number): string {
  const circles = Array.from({ length: 60 }, (_, index) => {
    const seed = (index + 1) * (turn + 3) * 7919;
    return `<circle cx="${seed % WIDTH}" cy="${(seed * 31) % HEIGHT}" r="${100 + (seed % 500)}" fill="hsl(${seed % 360} 60% 50%)" opacity=".6"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="hsl(${turn * 90} 40% 60%)"/>${circles.join("")}</svg>`;
}
