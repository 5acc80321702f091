/** The canary keys of the fixtures and the forms in which a scanner looks for them. */
import { readFileSync } from "node:fs";

export interface Canary {
  readonly id: string;
  readonly kind: string;
  readonly value: string;
  readonly scan_forms: readonly string[];
}

const file = new URL(
  "../../../../fixtures/security/secret-canaries.json",
  import.meta.url,
);

export const canaries = JSON.parse(readFileSync(file, "utf8")) as Canary[];

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

/** Where a form is and what of it gives the secret away. */
export interface Sighting {
  /** A text as a program might have written it. */
  readonly text: string;
  /** What must not be left of it. */
  readonly traces: readonly string[];
}

function inBase64(value: string, encoding: "base64" | "base64url"): Sighting[] {
  return ["", "x", "xy", "Bearer "].map((before) => {
    const text = Buffer.from(`${before}${value}`).toString(encoding);
    const alone = Buffer.from(value).toString(encoding).replaceAll("=", "");
    const from = Math.ceil((before.length * 8) / 6);
    return { text, traces: [text.slice(from, -3), alone] };
  });
}

const whole = (text: string): Sighting[] => [{ text, traces: [text] }];

const SIGHTINGS: Readonly<Record<string, (value: string) => Sighting[]>> = {
  raw: whole,
  "json-escaped": (value) => [
    {
      text: JSON.stringify({ error: value }),
      traces: [value, JSON.stringify(value)],
    },
    {
      text: JSON.stringify(JSON.stringify([value])),
      traces: [JSON.stringify(JSON.stringify(value)).slice(3, -3)],
    },
  ],
  "url-encoded": (value) => [
    ...whole(encodeURIComponent(value)),
    ...whole(
      encodeURIComponent(value).replaceAll(/%../g, (code) =>
        code.toLowerCase(),
      ),
    ),
    ...whole(new URLSearchParams({ key: value }).toString().slice(4)),
    ...whole(
      new URL(`https://host/?key=${encodeURIComponent(value)}`).search.slice(5),
    ),
  ],
  "html-escaped": (value) => whole(escapeHtml(value)),
  "base64 at three offsets": (value) => inBase64(value, "base64"),
  base64url: (value) => inBase64(value, "base64url"),
  hex: (value) => [
    ...whole(Buffer.from(value).toString("hex")),
    ...whole(Buffer.from(value).toString("hex").toUpperCase()),
  ],
  "utf-16le": (value) =>
    whole(Buffer.from(value, "utf16le").toString("latin1")),
  "reversed halves across two chunks": (value) => {
    const middle = Math.floor(value.length / 2);
    return whole(value.slice(middle) + value.slice(0, middle));
  },
  "first 8 and last 8 characters": (value) =>
    value.length < 12
      ? whole(value)
      : [
          {
            text: `${value.slice(0, 8)}****${value.slice(-8)}`,
            traces: [value.slice(0, 8), value.slice(-8)],
          },
        ],
  "decimal byte list": (value) => [
    ...whole([...Buffer.from(value)].join(",")),
    ...whole([...Buffer.from(value)].join(", ")),
    {
      text: JSON.stringify(Buffer.from(value)),
      traces: [[...Buffer.from(value)].join(",")],
    },
  ],
};

/** Every place where a canary may be seen in one of its forms. */
export function sightingsOf({ value, scan_forms }: Canary): Sighting[] {
  return scan_forms.flatMap((form) => {
    const sightings = SIGHTINGS[form];
    if (sightings === undefined) throw new Error(`No sighting of ${form}.`);
    return sightings(value);
  });
}

/** What of the canaries is in these bytes: `id form` of each. */
export function findCanaries(
  bytes: Buffer | string,
  looked: readonly Canary[] = canaries,
): string[] {
  const content = typeof bytes === "string" ? Buffer.from(bytes) : bytes;
  return looked.flatMap((canary) =>
    canary.scan_forms
      .filter((form) =>
        sightingsOf({ ...canary, scan_forms: [form] }).some(({ traces }) =>
          traces.some((trace) => content.includes(trace)),
        ),
      )
      .map((form) => `${canary.id} ${form}`),
  );
}
