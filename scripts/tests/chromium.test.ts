import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { findChromium } from "../chromium.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "browsers "));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function program(name: string, script: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

const say = (): void => undefined;
const never = (): Promise<void> =>
  Promise.reject(new Error("nothing to install from"));

it("takes CHROMIUM_PATH before anything else", async () => {
  program("chromium", "echo Chromium 1");
  const chosen = program("mine", "echo Chromium 2");
  const env = { CHROMIUM_PATH: chosen, PATH: folder };
  expect(
    await findChromium({ env, fixedPlaces: [], install: never, say }),
  ).toBe(chosen);
});

it("names a CHROMIUM_PATH that does not start", async () => {
  const env = { CHROMIUM_PATH: join(folder, "gone"), PATH: folder };
  await expect(
    findChromium({ env, fixedPlaces: [], install: never, say }),
  ).rejects.toThrow(
    /CHROMIUM_PATH is .*gone, which is not a browser that starts/,
  );
});

it("passes over programs of the right name that do not start", async () => {
  program("chromium", "echo 'install it with snap' >&2; exit 1");
  const chrome = program("google-chrome", "echo Google Chrome 3");
  expect(
    await findChromium({
      env: { PATH: folder },
      fixedPlaces: [],
      install: never,
      say,
    }),
  ).toBe(chrome);
});

it("installs one when there is none", async () => {
  const install = (): Promise<void> => {
    program("chromium", "echo Chromium 4");
    return Promise.resolve();
  };
  expect(
    await findChromium({
      env: { PATH: folder },
      fixedPlaces: [],
      install,
      say,
    }),
  ).toBe(join(folder, "chromium"));
});

it("says why there is none and what to do", async () => {
  await expect(
    findChromium({
      env: { PATH: folder },
      fixedPlaces: [],
      install: never,
      say,
    }),
  ).rejects.toThrow(
    /need Chromium, and none could be installed: nothing to install from\. .*CHROMIUM_PATH/,
  );
});
