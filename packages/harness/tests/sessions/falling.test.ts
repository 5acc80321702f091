/** A process that falls between an effect and its record never has the effect twice. */
import { execFile, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { verifyLog, type HarnessEvent } from "@agent-studio/shared";
import { afterAll, describe, expect, it } from "vitest";

const program = path.join(import.meta.dirname, "fall-run.ts");
const root = mkdtempSync(path.join(tmpdir(), "studio-falling-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const points: readonly {
  readonly point: string;
  readonly effects: number;
  /** How the call ended, when all is over. */
  readonly end: string;
}[] = [
  { point: "before-start", effects: 1, end: "tool.completed" },
  { point: "before-exec", effects: 0, end: "UNKNOWN_OUTCOME" },
  { point: "after-exec", effects: 1, end: "UNKNOWN_OUTCOME" },
  { point: "before-commit", effects: 1, end: "UNKNOWN_OUTCOME" },
  { point: "after-commit", effects: 1, end: "tool.completed" },
];

describe("[fault-002] a process that is killed", () => {
  it.each(points)(
    "$point leaves $effects effect(s), and the log says $end",
    async ({ point, effects, end }) => {
      const folder = mkdtempSync(path.join(root, "fall-"));
      const fallen = spawnSync(process.execPath, [program, folder, point]);
      expect(fallen.signal).toBe("SIGKILL");
      const { stdout } = await promisify(execFile)(process.execPath, [
        program,
        folder,
      ]);
      const events = JSON.parse(stdout) as HarnessEvent[];
      const file = path.join(folder, "effects.txt");
      const lines = existsSync(file)
        ? readFileSync(file, "utf8").trim().split("\n").length
        : 0;
      expect(lines).toBe(effects);
      const ended = events.find(({ type }) =>
        /^tool\.(completed|failed|denied)$/.test(type),
      );
      expect(
        ended?.type === "tool.failed" ? ended.payload.code : ended?.type,
      ).toBe(end);
      expect(verifyLog(events)).toEqual([]);
    },
    60_000,
  );
});
