/** The figures of the last whole run, in the document that tells of them. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { replaceBlock } from "../docs-block.ts";
import { describeMachine, readMachine } from "../machine.ts";

const DOCUMENT = join(import.meta.dirname, "../../../../docs/reliability.md");

export interface FaultFigure {
  readonly name: string;
  readonly seconds: string;
  readonly held: boolean;
  /** What was seen, or why it did not hold. */
  readonly seen: string;
}

/** Replaces the figures of the document. Throws when it has no place for them. */
export function writeFigures(figures: readonly FaultFigure[]): void {
  const seconds = figures.reduce((sum, figure) => sum + +figure.seconds, 0);
  const day = new Date().toISOString().slice(0, 10);
  const lines = figures.map(
    (figure) => `- **${figure.name}** (${figure.seconds} s): ${figure.seen}.`,
  );
  const text = `The last whole run was on ${day} and took ${(seconds / 60).toFixed(1)} minutes on ${describeMachine(readMachine())}:\n\n${lines.join("\n")}`;
  writeFileSync(DOCUMENT, replaceBlock(readFileSync(DOCUMENT, "utf8"), text));
}
