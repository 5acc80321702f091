import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { checkBundle } from "../bundle-check.ts";

const PAGE = '<script type="module" src="/main.js"></script>';
const MAIN_ONLY = { "index.html": { file: "main.js", isEntry: true } };

let dist: string;
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), "dist "));
});
afterEach(() => rmSync(dist, { recursive: true, force: true }));

interface Built {
  readonly html?: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly manifest?: object;
}

function check({ html = PAGE, scripts = {}, manifest = MAIN_ONLY }: Built) {
  mkdirSync(join(dist, ".vite"));
  writeFileSync(join(dist, ".vite", "manifest.json"), JSON.stringify(manifest));
  writeFileSync(join(dist, "index.html"), html);
  for (const [name, code] of Object.entries({ "main.js": "", ...scripts })) {
    writeFileSync(join(dist, name), code);
  }
  return checkBundle(dist);
}

function judge(html: string, script = "export {};"): string {
  return check({ html, scripts: { "main.js": script } }).output;
}

/** Code that gzip makes nothing smaller of. */
const bulk = (kilobytes: number) =>
  randomBytes(kilobytes * 750).toString("base64");

it("accepts a page of its own files", () => {
  expect(judge(PAGE)).toBe("");
});

it("fails when nothing was built", () => {
  expect(checkBundle(dist)).toEqual({
    ok: false,
    output: "The web app has not been built.",
  });
});

it.each([
  ["an inline script", `${PAGE}<script>start()</script>`],
  ["inline style", `${PAGE}<p style="color:red">`],
  ["inline style", "<style>p{}</style>"],
  ["an inline event handler", `${PAGE}<body onload="start()">`],
])("refuses %s", (what, html) => {
  expect(judge(html)).toBe(`index.html has ${what}.`);
});

it.each([
  ["imports a Node module", 'import "node:fs"'],
  ["holds code of Pi", 'const name = "@earendil-works/pi-ai"'],
])("refuses a script that %s", (why, script) => {
  expect(judge(PAGE, script)).toBe(`main.js ${why}.`);
});

it("tells how much JavaScript a first visit downloads", () => {
  expect(check({}).note).toMatch(/^first JavaScript: \d\.\d kB of 250\.0 kB/);
});

it("refuses a first page with too much JavaScript", () => {
  expect(judge(PAGE, bulk(400))).toMatch(/^Too much first JavaScript/);
});

it("counts what the entry imports, however deep, and not what is loaded later", () => {
  const manifest = {
    "index.html": {
      file: "main.js",
      imports: ["_a"],
      dynamicImports: ["late.ts"],
    },
    _a: { file: "a.js", imports: ["_b"] },
    _b: { file: "b.js", imports: ["_a"] },
    "late.ts": { file: "late.js", imports: ["_b"] },
  };
  const heavy = (name: string) =>
    check({ manifest, scripts: { [name]: bulk(400) } });
  expect(heavy("late.js").ok).toBe(true);
  rmSync(dist, { recursive: true });
  mkdirSync(dist);
  expect(heavy("b.js").ok).toBe(false);
});

it("counts the larger of the two languages, which every visit loads", () => {
  const manifest = {
    ...MAIN_ONLY,
    "src/texts/page-en.ts": { file: "en.js" },
    "src/texts/page-zh-cn.ts": { file: "zh.js" },
  };
  const scripts = { "en.js": bulk(150), "zh.js": bulk(200) };
  expect(check({ manifest, scripts }).note).toMatch(/: 1(4|5)\d\.\d kB/);
});
