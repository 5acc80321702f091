/** Which colours a picture has, by the names that people give them. Pure. */
import {
  COLOR_NAMES,
  type ColorName,
  type ColorShare,
  type ImageFacts,
} from "./image-normalizer.ts";

const CHANNELS = 4;
/** Alpha below which a pixel is not seen. */
const SEEN = 32;
/** What covers less is a detail. */
const SMALLEST_SHARE = 0.05;
const MOST_COLORS = 5;

interface Sum {
  count: number;
  red: number;
  green: number;
  blue: number;
}

/** Counts the pixels of a raw picture of four channels. */
export function measureColors(
  rgba: Uint8Array,
): Pick<ImageFacts, "colors" | "lightness" | "transparent"> {
  const sums = new Map<ColorName, Sum>();
  const pixels = Math.floor(rgba.length / CHANNELS);
  let seen = 0;
  let light = 0;
  for (let at = 0; at + 3 < rgba.length; at += CHANNELS) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = rgba.subarray(at, at + 4);
    if (alpha < SEEN) continue;
    seen += 1;
    light += lightnessOf(red, green, blue);
    const name = nameColor(red, green, blue);
    const sum = sums.get(name) ?? { count: 0, red: 0, green: 0, blue: 0 };
    sums.set(name, {
      count: sum.count + 1,
      red: sum.red + red,
      green: sum.green + green,
      blue: sum.blue + blue,
    });
  }
  return {
    colors: toShares(sums, seen),
    lightness: seen === 0 ? 0 : light / seen,
    transparent: pixels === 0 ? 0 : (pixels - seen) / pixels,
  };
}

function toShares(
  sums: ReadonlyMap<ColorName, Sum>,
  seen: number,
): readonly ColorShare[] {
  return COLOR_NAMES.flatMap((name): ColorShare[] => {
    const sum = sums.get(name);
    if (sum === undefined || sum.count / seen < SMALLEST_SHARE) return [];
    const mean = [sum.red, sum.green, sum.blue].map((total) =>
      Math.round(total / sum.count),
    );
    return [{ name, hex: toHex(mean), share: sum.count / seen }];
  })
    .sort((one, other) => other.share - one.share)
    .slice(0, MOST_COLORS);
}

function toHex(channels: readonly number[]): string {
  return `#${channels.map((each) => each.toString(16).padStart(2, "0")).join("")}`;
}

/** Half of the largest and the smallest channel (the L of HSL), 0 to 1. */
function lightnessOf(red: number, green: number, blue: number): number {
  return (Math.max(red, green, blue) + Math.min(red, green, blue)) / 510;
}

/** Hues in degrees up to which each name goes; red closes the circle. */
const HUES: readonly (readonly [number, ColorName])[] = [
  [14, "red"],
  [42, "orange"],
  [68, "yellow"],
  [162, "green"],
  [198, "cyan"],
  [258, "blue"],
  [290, "purple"],
  [338, "pink"],
  [360, "red"],
];

/** The name of one colour, by hue, saturation and lightness. */
export function nameColor(red: number, green: number, blue: number): ColorName {
  const lightness = lightnessOf(red, green, blue);
  const chroma = Math.max(red, green, blue) - Math.min(red, green, blue);
  if (!isColored(lightness, chroma))
    return lightness < 0.15 ? "black" : lightness > 0.88 ? "white" : "gray";
  const hue = hueOf(red, green, blue, chroma);
  const name = HUES.find(([end]) => hue < end)?.[1] ?? "red";
  if (name === "orange" && lightness < 0.4) return "brown";
  return name === "red" && lightness > 0.72 ? "pink" : name;
}

/** Whether a hue is seen at all: not in what is nearly black or white, nor in what is nearly gray. */
function isColored(lightness: number, chroma: number): boolean {
  const reach = 255 * (1 - Math.abs(2 * lightness - 1));
  return (
    lightness > 0.1 &&
    lightness < 0.93 &&
    chroma >= 20 &&
    chroma / reach >= 0.15
  );
}

function hueOf(
  red: number,
  green: number,
  blue: number,
  chroma: number,
): number {
  const most = Math.max(red, green, blue);
  const sixth =
    most === red
      ? (green - blue) / chroma
      : most === green
        ? (blue - red) / chroma + 2
        : (red - green) / chroma + 4;
  return (sixth * 60 + 360) % 360;
}
