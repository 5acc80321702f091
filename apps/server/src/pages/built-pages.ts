/** The built web app, read once into memory: what is not in it when the server starts is not served. */
import { createHash } from "node:crypto";
import type { Dirent } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { canonicalTarget } from "../http/canonical-path.ts";
import { mediaTypeOf } from "./media-type.ts";

export interface BuiltFile {
  readonly bytes: Buffer;
  readonly mediaType: string;
  readonly etag: string;
  readonly cacheControl: string;
}

export interface BuiltPages {
  /** The file at a canonical path; `/` is `index.html`. */
  find(path: string): BuiltFile | undefined;
}

/** Vite puts a hash of the content into these names. */
const HASHED = /^\/assets\/[^/]+-[A-Za-z0-9_-]{8,}\.[a-z0-9]+$/;

/** Reads every plain file below the folder; a folder that is not there (in development) has none. */
export async function readBuiltPages(webRoot: string): Promise<BuiltPages> {
  const files = new Map<string, BuiltFile>();
  for (const entry of await filesBelow(webRoot)) {
    const file = join(entry.parentPath, entry.name);
    const path = canonicalTarget(
      `/${relative(webRoot, file).split(sep).join("/")}`,
    );
    const mediaType = mediaTypeOf(extname(entry.name));
    if (mediaType === undefined || path.includes("/.")) continue;
    files.set(path, describe(await readFile(file), mediaType, path));
  }
  const index = files.get("/index.html");
  if (index !== undefined) files.set("/", index);
  return { find: (path) => files.get(path) };
}

async function filesBelow(webRoot: string): Promise<readonly Dirent[]> {
  try {
    const entries = await readdir(webRoot, {
      recursive: true,
      withFileTypes: true,
    });
    return entries.filter((entry) => entry.isFile());
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      return [];
    throw error;
  }
}

function describe(bytes: Buffer, mediaType: string, path: string): BuiltFile {
  return {
    bytes,
    mediaType,
    etag: `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 27)}"`,
    cacheControl: HASHED.test(path)
      ? "public, max-age=31536000, immutable"
      : "no-cache",
  };
}
