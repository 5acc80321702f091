import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { checkBundle } from "../bundle-check.ts";

const PAGE = '<script type="module" src="/main.js"></script>';

let dist: string;
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), "dist "));
});
afterEach(() => rmSync(dist, { recursive: true, force: true }));

function judge(html: string, script = "export {};"): string {
  writeFileSync(join(dist, "index.html"), html);
  writeFileSync(join(dist, "main.js"), script);
  return checkBundle(dist).output;
}

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

it("refuses a first page that is too heavy", () => {
  expect(judge(PAGE, randomBytes(500 * 1024).toString("latin1"))).toMatch(
    /^The first page weighs/,
  );
});
