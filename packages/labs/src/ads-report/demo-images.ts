/** What the demo script says about images: what can be measured of them, and that it is no more than that. Pure. */
import type {
  ColorShare,
  DemoConversation,
  DemoImage,
  ImageFacts,
} from "@agent-studio/harness";
import type { Locale } from "@agent-studio/shared";
import { DEMO_IMAGE_WORDS, type DemoImageWords } from "./demo-image-words.ts";

/** Proportions that have a name, wide ones; a picture within two hundredths of one is said to have it. */
const RATIOS = [
  ...[[1, 1] as const, [5, 4] as const, [4, 3] as const, [3, 2] as const],
  ...[[16, 10] as const, [16, 9] as const, [2, 1] as const, [21, 9] as const],
];
const TOLERANCE = 0.02;

/** The paragraphs about the images of a message; none when it has none. */
export function describeImages(
  { images, leftOutImages }: DemoConversation,
  locale: Locale,
): readonly string[] {
  const words = DEMO_IMAGE_WORDS[locale];
  const missing = leftOutImages.length > 0 && words.leftOut(leftOutImages);
  if (images.length === 0) return missing === false ? [] : [missing];
  const list = images.map(
    (image, index) =>
      `- ${words.image(index + 1, plain(image.name))}${describe(image, words)}`,
  );
  return [
    words.script(images.length),
    list.join("\n"),
    words.only,
    ...(missing === false ? [] : [missing]),
  ];
}

/** Names are other people's text: nothing of them is markup. */
function plain(name: string): string {
  return name.replace(/[\\`*_[\]<>#|~!]/g, "\\$&");
}

function describe({ facts }: DemoImage, words: DemoImageWords): string {
  if (facts === undefined) return words.unmeasured + words.end;
  const { width, height, colors, transparent } = facts;
  const said = [
    words.size(width, height),
    words.shape[shapeOf(facts)],
    words.about(ratioOf(width, height)),
    colors.length > 0 &&
      words.colors(colors.map((color) => describeColor(color, words))),
    colors.length > 0 && words.light[lightOf(facts)],
    transparent >= 0.005 && words.transparent(percentOf(transparent)),
  ];
  return said.filter((each) => each !== false).join(words.joint) + words.end;
}

function describeColor(
  { name, hex, share }: ColorShare,
  words: DemoImageWords,
): string {
  return `${words.color[name]} ${percentOf(share)}% (${hex})`;
}

function shapeOf({ width, height }: ImageFacts): keyof DemoImageWords["shape"] {
  if (Math.abs(width / height - 1) <= TOLERANCE) return "square";
  return width > height ? "landscape" : "portrait";
}

function lightOf({ lightness }: ImageFacts): keyof DemoImageWords["light"] {
  return lightness < 0.35 ? "dark" : lightness > 0.65 ? "bright" : "medium";
}

/** The usual name of the proportions, or how many times the short side fits into the long one. */
function ratioOf(width: number, height: number): string {
  const ratio = Math.max(width, height) / Math.min(width, height);
  const named = RATIOS.find(
    ([long, short]) => Math.abs(ratio / (long / short) - 1) <= TOLERANCE,
  );
  const [long, short] = named ?? [Number(ratio.toFixed(1)), 1];
  return width >= height ? `${long}:${short}` : `${short}:${long}`;
}

function percentOf(share: number): number {
  return Math.round(share * 100);
}
