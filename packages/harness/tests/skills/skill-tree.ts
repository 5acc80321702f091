import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A temporary folder that tests fill; it is removed when it is disposed. */
export interface SkillTree extends AsyncDisposable {
  readonly path: string;
  write(file: string, content: string | Uint8Array): Promise<void>;
  link(file: string, target: string): Promise<void>;
}

export async function makeSkillTree(prefix = "skills-"): Promise<SkillTree> {
  const path = await mkdtemp(join(tmpdir(), prefix));
  const place = async (file: string) => {
    const full = join(path, file);
    await mkdir(dirname(full), { recursive: true });
    return full;
  };
  return {
    path,
    write: async (file, content) => writeFile(await place(file), content),
    link: async (file, target) => symlink(target, await place(file)),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}

export function aSkillFile(name: string, more = "", body = "Body\n"): string {
  return `---\nname: ${name}\ndescription: About ${name}.\n${more}---\n${body}`;
}
