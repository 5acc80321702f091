import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readdirSync } from "node:fs";
import {
  openWorkspace,
  type SafeWorkspace,
} from "../../src/workspace/safe-workspace.ts";
import type { WorkspaceWalk } from "../../src/workspace/workspace-walk.ts";
import type { WorkspaceOptions } from "../../src/workspace/workspace-options.ts";

/** What must never come out of a workspace. */
export const OUTSIDE_BYTES = "bytes from outside";

/** A folder of its own with `ws` in it, the session's folder, and things beside it that are out of bounds. */
export interface TemporaryWorkspace extends AsyncDisposable {
  readonly base: string;
  readonly root: string;
  readonly workspace: SafeWorkspace;
  /** Writes a file below the session's folder, with the folders above it. */
  put(path: string, content?: string | Uint8Array): Promise<void>;
}

export async function temporaryWorkspace(
  options: Partial<WorkspaceOptions> = {},
): Promise<TemporaryWorkspace> {
  const base = await realpath(
    await mkdtemp(join(tmpdir(), "studio-workspace-")),
  );
  const root = join(base, "ws");
  await mkdir(join(base, "ws-evil"));
  await writeFile(join(base, "ws-evil/x.txt"), OUTSIDE_BYTES);
  await writeFile(join(base, "outside.txt"), OUTSIDE_BYTES);
  const workspace = await openWorkspace({
    root,
    artifacts: [],
    ...options,
  }).catch(async (error: unknown) => {
    await rm(base, { recursive: true });
    throw error;
  });
  return {
    base,
    root,
    workspace,
    async put(path, content = `content of ${path}`) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), content);
    },
    async [Symbol.asyncDispose]() {
      await workspace.close();
      await rm(base, { recursive: true, force: true });
    },
  };
}

/** The code a promise was refused with, or what it gave instead. */
export async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    return { fulfilled: await promise };
  } catch (error) {
    return error instanceof Error && "code" in error ? error.code : error;
  }
}

/** The paths of a walk, in its order. */
export async function pathsOf(walk: WorkspaceWalk): Promise<readonly string[]> {
  const paths: string[] = [];
  for await (const { path } of walk) paths.push(path);
  return paths;
}

/** How many descriptors this process holds; Linux only. */
export function openDescriptors(): number {
  return readdirSync("/proc/self/fd").length;
}
