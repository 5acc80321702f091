import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const program = path.join(import.meta.dirname, "left-over-run.ts");

describe("what is deleted and shut down in the middle of everything", () => {
  it("leaves no file, no timer and nothing that keeps the process alive", async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [program], {
      timeout: 30_000,
    });
    expect(JSON.parse(stdout.trim().split("\n").at(-1) ?? "{}")).toEqual({
      folders: [],
      timers: [],
      defects: 0,
    });
  }, 40_000);
});
