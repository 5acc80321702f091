/** The folder that holds everything a server keeps. */
import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import { dirname, join, sep } from "node:path";

/**
 * Makes it where it is not there, for its owner alone, and looks whether it and what sessions have in it can be used. Throws what the system
 * says. Step by step: asked for all steps at once, Node never comes back from a place such as /proc.
 */
export function prepareDataFolder(path: string): void {
  makeFolder(path);
  requireUsable(path);
  const sessions = join(path, "sessions");
  if (existsSync(sessions)) requireUsable(sessions);
}

function requireUsable(folder: string): void {
  // By the place inside of it, which a file does not have.
  const inside = `${folder}${sep}.`;
  accessSync(inside, constants.R_OK | constants.W_OK | constants.X_OK);
}

function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}
