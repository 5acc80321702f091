import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { buildWeb } from "../web-build.ts";
import type { BundleResult } from "../web-build.ts";

let root: string;
let bundled: number;
let result: BundleResult;

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

function build(force = false): Promise<"fresh" | "built"> {
  return buildWeb({
    root,
    force,
    say: () => undefined,
    bundle: () => {
      bundled += 1;
      if (result.code === 0) write("apps/web/dist/index.html", "<html></html>");
      return Promise.resolve(result);
    },
  });
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "web build "));
  bundled = 0;
  result = { code: 0, output: "" };
  write("pnpm-lock.yaml", "a");
  write("apps/web/index.html", "<html></html>");
  write("apps/web/src/main.tsx", "1");
  write("packages/shared/src/event.ts", "1");
  write("packages/labs/src/ads-report/ui/metrics.tsx", "1");
  write("packages/labs/src/ads-report/contract.ts", "1");
  write("packages/labs/src/ads-report/lab.ts", "1");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it("builds the first time and not again while the sources stay", async () => {
  expect(await build()).toBe("built");
  expect(await build()).toBe("fresh");
  expect(bundled).toBe(1);
});

it.each([
  "apps/web/src/main.tsx",
  "apps/web/src/client/new-file.ts",
  "apps/web/index.html",
  "packages/shared/src/event.ts",
  "packages/labs/src/ads-report/ui/metrics.tsx",
  "packages/labs/src/ads-report/contract.ts",
  "pnpm-lock.yaml",
])("builds again when %s changed", async (file) => {
  await build();
  write(file, "changed");
  expect(await build()).toBe("built");
});

it.each([
  "packages/labs/src/ads-report/lab.ts",
  "packages/shared/src/testing/logs.ts",
  "packages/harness/src/index.ts",
  "apps/server/src/main.ts",
  "apps/web/tests/client.test.ts",
])("does not build again when %s changed", async (file) => {
  await build();
  write(file, "changed");
  expect(await build()).toBe("fresh");
});

it("builds again when the page is gone, and when it is told to", async () => {
  await build();
  rmSync(join(root, "apps/web/dist"), { recursive: true });
  expect(await build()).toBe("built");
  expect(await build(true)).toBe("built");
});

it("rejects with the bundler's words, and builds again after a failure", async () => {
  await build();
  write("apps/web/src/main.tsx", "broken");
  result = { code: 1, output: "main.tsx: unexpected token" };
  await expect(build()).rejects.toThrow(
    /failed \(exit code 1\)[^]*unexpected token/,
  );
  write("apps/web/src/main.tsx", "1");
  result = { code: 0, output: "" };
  expect(await build()).toBe("built");
});
