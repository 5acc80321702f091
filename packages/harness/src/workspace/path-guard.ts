import { nameProblem, isTooLongName } from "./portable-name.ts";
import { isProtectedName } from "./protected-names.ts";

/** Codes with which a path is refused by its text alone, before the disk is touched. */
type PathGuardCode =
  "PATH_OUTSIDE_WORKSPACE" | "PATH_INVALID" | "PROTECTED_PATH";

export type GuardedPath =
  | {
      readonly ok: true;
      /** Names from the root down; empty means the root itself. */
      readonly segments: readonly string[];
      /** Folders that the path enters and leaves again by `..`; they must be real folders too. */
      readonly detours: readonly (readonly string[])[];
    }
  | {
      readonly ok: false;
      readonly code: PathGuardCode;
      readonly message: string;
    };

const MAX_PATH_BYTES = 4096;
const MAX_DEPTH = 64;
const MAX_DETOURS = 16;

const OUTSIDE =
  "The path leads outside the workspace. Use a relative path below it, such as notes/a.txt.";
const DRIVE_OR_URL = /^(?:[a-z]:|[a-z][a-z0-9+.-]*:\/|file:)/i;
const HOME = /^~[\w.-]*(?:\/|$)/;

/**
 * Judges a path by its text: relative, below the root, with portable and visible names, and not
 * protected. Nothing is decoded or expanded, so `%2e`, `$HOME` and `*` are plain characters.
 * Pure and total. Purpose `write` is stricter: a name that the product itself gives to a file.
 */
export function guardPath(
  raw: string,
  purpose: "read" | "write" = "read",
): GuardedPath {
  const invalid = textProblem(raw);
  if (invalid !== undefined) return refuse("PATH_INVALID", invalid);
  const slashed = raw.replaceAll("\\", "/");
  if (
    slashed.startsWith("/") ||
    DRIVE_OR_URL.test(slashed) ||
    HOME.test(slashed)
  )
    return refuse("PATH_OUTSIDE_WORKSPACE", OUTSIDE);
  const route = walkText(slashed);
  if (route === "outside") return refuse("PATH_OUTSIDE_WORKSPACE", OUTSIDE);
  if ([route.segments, ...route.detours].some(isProtectedName)) {
    return refuse(
      "PROTECTED_PATH",
      "The path names a protected file or folder, such as credentials or settings. Work without it.",
    );
  }
  if (slashed !== raw)
    return refuse(
      "PATH_INVALID",
      "The path contains a backslash. Write / between folders.",
    );
  return checkNames(route, purpose);
}

interface Route {
  readonly segments: string[];
  readonly detours: string[][];
}

function walkText(path: string): Route | "outside" {
  const route: Route = { segments: [], detours: [] };
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") {
      if (route.segments.length === 0) return "outside";
      route.detours.push([...route.segments]);
      route.segments.pop();
    } else if (looksLikeTraversal(part)) {
      return "outside";
    } else {
      route.segments.push(part);
    }
  }
  return route;
}

/** Names that read as `..` or hold a separator once a file system or a reader folds them. */
function looksLikeTraversal(part: string): boolean {
  const folded = part.normalize("NFKC");
  return (
    folded !== part &&
    (/[/\\]/.test(folded) || folded === "." || folded === "..")
  );
}

function checkNames(route: Route, purpose: "read" | "write"): GuardedPath {
  const { segments, detours } = route;
  if (detours.length > MAX_DETOURS)
    return refuse(
      "PATH_INVALID",
      "The path has too many .. parts. Write it without them.",
    );
  for (const visited of [segments, ...detours]) {
    if (visited.length > MAX_DEPTH)
      return refuse(
        "PATH_INVALID",
        `The path is deeper than ${MAX_DEPTH} folders. Use a shorter path.`,
      );
    for (const name of visited) {
      const problem = nameProblem(name, purpose);
      if (problem !== undefined) return refuse("PATH_INVALID", problem);
    }
  }
  return { ok: true, segments, detours };
}

function textProblem(raw: string): string | undefined {
  if (typeof raw !== "string" || raw === "")
    return "The path is empty. Use . for the workspace itself.";
  if (raw.length > MAX_PATH_BYTES || Buffer.byteLength(raw) > MAX_PATH_BYTES) {
    return `The path is longer than ${MAX_PATH_BYTES} bytes. Use a shorter path.`;
  }
  if (raw.split(/[/\\]/).some(isTooLongName))
    return "A name in the path is longer than 255 bytes. Use a shorter one.";
  if (!raw.isWellFormed())
    return "The path is not valid Unicode. Use the name as ls shows it.";
  return undefined;
}

function refuse(code: PathGuardCode, message: string): GuardedPath {
  return { ok: false, code, message };
}
