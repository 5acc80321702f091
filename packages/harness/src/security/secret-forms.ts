/** The shapes in which a secret may turn up again: as it is, and as programs write it down. */

/** Shorter values are no secrets (`none`, `EMPTY`), and looking for them would garble every text. */
export const SHORTEST_SECRET = 6;
/** Providers repeat the ends of a key and mask the middle. */
const END_LENGTH = 8;
const SHORTEST_WITH_ENDS = 12;

const HTML_NAMED: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Every text to look for when this secret may not be shown; empty for what is too short to be one. */
export function secretForms(secret: string): ReadonlySet<string> {
  const forms = new Set<string>();
  for (const value of valuesOf(secret)) {
    for (const form of [value, ...writtenForms(value), ...partsOf(value)]) {
      if (form.length >= SHORTEST_SECRET) forms.add(form);
    }
  }
  return forms;
}

/** A header's value is often a scheme and then the key. */
function valuesOf(secret: string): string[] {
  const value = secret.trim().toWellFormed();
  const key = /^(?:Bearer|Basic|Token|Key)\s+(\S+)$/i.exec(value)?.[1];
  return [value, key ?? value].filter(
    (candidate) => candidate.length >= SHORTEST_SECRET,
  );
}

function writtenForms(value: string): string[] {
  const bytes = Buffer.from(value);
  return [
    ...jsonForms(value),
    ...urlForms(value),
    ...htmlForms(value),
    ...base64Forms(bytes),
    bytes.toString("hex"),
    bytes.toString("hex").toUpperCase(),
    bytes.join(","),
    bytes.join(", "),
    Buffer.from(value, "utf16le").toString("latin1"),
  ];
}

function jsonForms(value: string): string[] {
  const once = escapeJson(value);
  const ascii = escapeNonAscii(once);
  const slashed = once.replaceAll("/", "\\/");
  const single = [once, slashed, ascii, upperCaseEscapes(ascii)];
  return [...single, ...single.map(escapeJson)];
}

function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function escapeNonAscii(text: string): string {
  return text.replaceAll(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function upperCaseEscapes(text: string): string {
  return text.replaceAll(
    /\\u([0-9a-f]{4})/g,
    (_, digits: string) => `\\u${digits.toUpperCase()}`,
  );
}

function urlForms(value: string): string[] {
  const component = encodeURIComponent(value);
  const strict = component.replaceAll(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const form = new URLSearchParams({ "": value }).toString().slice(1);
  const upper = [component, strict, form, encodeURI(value)];
  return [...upper, ...upper.map(lowerCasePercents)];
}

function lowerCasePercents(text: string): string {
  return text.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
}

function htmlForms(value: string): string[] {
  const named = value.replaceAll(
    /[&<>"']/g,
    (char) => HTML_NAMED[char] ?? char,
  );
  const withoutQuotes = value.replaceAll(
    /[&<>]/g,
    (char) => HTML_NAMED[char] ?? char,
  );
  const hexQuote = named.replaceAll("&#39;", "&#x27;");
  const namedQuote = named.replaceAll("&#39;", "&apos;");
  return [named, withoutQuotes, hexQuote, namedQuote];
}

/**
 * Inside other bytes a secret starts at one of three places of a base64 group. Only characters that the secret alone
 * decides are looked for.
 */
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const shifted = Buffer.concat([Buffer.alloc(offset), bytes]);
    const first = Math.ceil((offset * 8) / 6);
    const end = Math.floor((shifted.length * 8) / 6);
    return [
      shifted.toString("base64").slice(first, end),
      shifted.toString("base64url").slice(first, end),
    ];
  });
}

/** The halves in the wrong order, and the ends that masking leaves, where they can't be ordinary words. */
function partsOf(value: string): string[] {
  const middle = Math.floor(value.length / 2);
  const swapped = value.slice(middle) + value.slice(0, middle);
  const isKeyLike =
    value.length >= SHORTEST_WITH_ENDS &&
    !/\s/.test(value) &&
    (/\d|[^\0-\x7f]/.test(value) ||
      (/[a-z]/.test(value) && /[A-Z]/.test(value)));
  const ends = [value.slice(0, END_LENGTH), value.slice(-END_LENGTH)];
  return isKeyLike ? [swapped, ...ends] : [swapped];
}
