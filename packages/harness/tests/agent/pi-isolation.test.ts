import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const program = path.join(import.meta.dirname, "isolated-run.ts");

describe("Pi in this product", () => {
  it("reads and makes nothing below HOME and opens no socket in a whole run", async () => {
    const home = await mkdtemp(path.join(tmpdir(), "studio-home-"));
    try {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [program],
        {
          env: {
            HOME: home,
            PATH: process.env["PATH"] ?? "",
            ANTHROPIC_API_KEY: "sk-ant-CANARY000000",
          },
        },
      );
      const record: unknown = JSON.parse(
        stdout.trim().split("\n").at(-1) ?? "{}",
      );
      expect(record).toMatchObject({
        end: "run.completed",
        userText: { text: "/skill:x go" },
        opened: [],
        made: [],
        sockets: [],
        left: [],
      });
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  });
});
