import { chmod, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createFileSkillCatalog } from "../../src/skills/file-skill-catalog.ts";
import { summarizeSkills } from "../../src/skills/skill-catalog.ts";
import type { SkillSet } from "../../src/skills/skill-catalog.ts";
import { splitSkillDirs } from "../../src/skills/skill-dirs.ts";
import { aSkillFile, makeSkillTree } from "./skill-tree.ts";

const load = (projectRoot: string, ...configuredDirs: string[]) =>
  createFileSkillCatalog({ projectRoot, configuredDirs }).reload();
const names = (set: SkillSet) => set.skills.map(({ name }) => name);
const said = (set: SkillSet) =>
  [
    ...set.diagnostics,
    ...set.skills.flatMap(({ diagnostics }) => diagnostics),
    ...set.broken.flatMap(({ diagnostics }) => diagnostics),
  ].map(({ severity, message }) => `${severity}: ${message}`);

describe("roots", () => {
  test("the project's folders come first, then the configured ones in their order", async () => {
    await using tree = await makeSkillTree();
    await tree.write("p/.pi/skills/b/SKILL.md", aSkillFile("b"));
    await tree.write("p/.agents/skills/z/SKILL.md", aSkillFile("z"));
    await tree.write("two/a/SKILL.md", aSkillFile("a"));
    await tree.write("one/c/SKILL.md", aSkillFile("c"));
    const set = await load(`${tree.path}/p`, `${tree.path}/one`, "../two");
    expect(set.skills.map(({ name, source }) => `${source} ${name}`)).toEqual([
      "project z",
      "project b",
      "configured c",
      "configured a",
    ]);
    expect(said(set)).toEqual([]);
    expect(set.skills[0]).toEqual({
      name: "z",
      description: "About z.",
      source: "project",
      displayPath: "skills/z/SKILL.md",
      folder: `${tree.path}/p/.agents/skills/z`,
      characters: aSkillFile("z").length,
      diagnostics: [],
      modelInvocable: true,
    });
  });

  test("missing project roots are silent, a missing or wrong configured one is a warning without its path", async () => {
    await using tree = await makeSkillTree();
    await tree.write("file", "");
    const set = await load(
      tree.path,
      `${tree.path}/nowhere`,
      `${tree.path}/file`,
    );
    expect(said(set)).toEqual([
      expect.stringMatching(/^warning: AGENT_SKILLS_DIRS\[1\] is no folder/),
      expect.stringMatching(/^warning: AGENT_SKILLS_DIRS\[2\] is no folder/),
    ]);
    expect(said(set).join()).not.toContain(tree.path);
  });

  test("the same folder given twice, or by a link, counts once", async () => {
    await using tree = await makeSkillTree();
    await tree.write("one/c/SKILL.md", aSkillFile("c"));
    await tree.link("again", "one");
    const one = `${tree.path}/one`;
    const set = await load(
      tree.path,
      one,
      `${one}/`,
      `${tree.path}/again`,
      `${one}/c`,
    );
    expect(names(set)).toEqual(["c"]);
    expect(said(set)).toEqual([]);
  });

  test("a configured folder may be one skill itself", async () => {
    await using tree = await makeSkillTree();
    await tree.write("logo/SKILL.md", aSkillFile("logo"));
    await tree.write("logo/inner/SKILL.md", aSkillFile("inner"));
    expect(names(await load(tree.path, `${tree.path}/logo`))).toEqual(["logo"]);
  });

  test("a root that can't be read is an error", async () => {
    await using tree = await makeSkillTree();
    await tree.write("closed/c/SKILL.md", aSkillFile("c"));
    await chmod(`${tree.path}/closed`, 0);
    const set = await load(tree.path, `${tree.path}/closed`);
    await chmod(`${tree.path}/closed`, 0o700);
    // The superuser may read everything, so there the skill is simply found.
    if (process.getuid?.() === 0) expect(names(set)).toEqual(["c"]);
    else
      expect(said(set)).toEqual([
        expect.stringMatching(/^error: .*can't be read/),
      ]);
  });

  test("reload reads everything again", async () => {
    await using tree = await makeSkillTree();
    const catalog = createFileSkillCatalog({ projectRoot: tree.path });
    expect(names(await catalog.reload())).toEqual([]);
    await tree.write(".pi/skills/x/SKILL.md", aSkillFile("x"));
    expect(names(await catalog.reload())).toEqual(["x"]);
  });

  test("a list is split as PATH is", () => {
    expect(splitSkillDirs("/a:/b c: :/d", ":")).toEqual(["/a", "/b c", "/d"]);
    expect(splitSkillDirs("C:\\a;D:\\b", ";")).toEqual(["C:\\a", "D:\\b"]);
    expect(splitSkillDirs(undefined, ":")).toEqual([]);
    expect(splitSkillDirs("", ":")).toEqual([]);
  });
});

describe("folders", () => {
  test("[K08] skills in a category folder or a doubled folder are found", async () => {
    await using tree = await makeSkillTree();
    await tree.write("s/design/logo/SKILL.md", aSkillFile("logo"));
    await tree.write("s/icon/icon/SKILL.md", aSkillFile("icon"));
    await tree.write("s/icon/README.md", "x");
    const set = await load(tree.path, `${tree.path}/s`);
    expect(names(set)).toEqual(["logo", "icon"]);
    expect(set.skills[0]?.displayPath).toBe("skills/logo/SKILL.md");
    expect(said(set)).toEqual([]);
  });

  test("[K08] what lies deeper is left out with a visible note", async () => {
    await using tree = await makeSkillTree();
    await tree.write("s/a/b/c/SKILL.md", aSkillFile("c"));
    await tree.write("s/.hidden/x/SKILL.md", aSkillFile("x"));
    const set = await load(tree.path, `${tree.path}/s`);
    expect(names(set)).toEqual([]);
    expect(said(set)).toEqual([
      "warning: AGENT_SKILLS_DIRS[1]/a holds no SKILL.md. Looked one level deeper and left out 1 folder.",
    ]);
  });

  test("[K13] any folder name works, in a place with any name", async () => {
    await using tree = await makeSkillTree("Jörg & 沖 my data-");
    const folders = ["a b", "c#d", "e%20f", "技能", "ns:id"];
    for (const [at, folder] of folders.entries()) {
      await tree.write(`.pi/skills/${folder}/SKILL.md`, aSkillFile(`s-${at}`));
      await tree.write(`.pi/skills/${folder}/more/notes.md`, folder);
    }
    const set = await load(tree.path);
    expect(names(set).sort()).toEqual(["s-0", "s-1", "s-2", "s-3", "s-4"]);
    expect(said(set)).toEqual([]);
    for (const { name, folder } of set.skills) {
      const expected = folders[Number(name.slice(2))];
      expect(await readFile(join(folder, "more/notes.md"), "utf8")).toBe(
        expected,
      );
    }
  });

  test("a SKILL.md that is misnamed, a folder, a link or too large is shown as broken", async () => {
    await using tree = await makeSkillTree();
    await tree.write(".pi/skills/case/skill.md", aSkillFile("case"));
    await mkdir(`${tree.path}/.pi/skills/folder/SKILL.md`, { recursive: true });
    await tree.write("elsewhere.md", aSkillFile("linked"));
    await tree.link(".pi/skills/linked/SKILL.md", "../../../elsewhere.md");
    await tree.write(
      ".pi/skills/large/SKILL.md",
      aSkillFile("large", "", "x".repeat(262_144)),
    );
    const set = await load(tree.path);
    expect(names(set)).toEqual([]);
    expect(said(set)).toEqual([
      expect.stringMatching(
        /case\/skill\.md is not loaded: the file must be called SKILL\.md/,
      ),
      expect.stringMatching(
        /folder\/SKILL\.md is not loaded: SKILL\.md is not a regular file/,
      ),
      expect.stringMatching(
        /large\/SKILL\.md is not loaded: SKILL\.md is larger than 256 KiB/,
      ),
      expect.stringMatching(
        /linked\/SKILL\.md is not loaded: SKILL\.md is a link/,
      ),
    ]);
  });

  test("[K03] a broken skill is shown with line and reason, never loaded", async () => {
    await using tree = await makeSkillTree();
    await tree.write(
      ".agents/skills/copy-check/SKILL.md",
      "---\nname: copy-check\ndescription: Use for ads: writing, checking and fixing copy\nallowed-tools: read_orders\n---\nBody\n",
    );
    const set = await load(tree.path);
    expect(set.skills).toEqual([]);
    expect(set.broken).toMatchObject([
      {
        name: "copy-check",
        source: "project",
        displayPath: ".agents/skills/copy-check/SKILL.md",
      },
    ]);
    expect(said(set)).toEqual([
      expect.stringMatching(
        /^error: \.agents\/skills\/copy-check\/SKILL\.md is not loaded: line 3: /,
      ),
    ]);
    expect(summarizeSkills(set).diagnostics).toHaveLength(1);
  });
});

describe("links", () => {
  test("[K06] inside the root they are followed and listed once; out of it they are refused; loops end", async () => {
    await using tree = await makeSkillTree();
    await tree.write("outside/o/SKILL.md", aSkillFile("o"));
    await tree.write("real/b/SKILL.md", aSkillFile("b"));
    await tree.write("real/.store/kept/SKILL.md", aSkillFile("kept"));
    await tree.write("real/note.txt", "x");
    await tree.link("real/a-inside", "b");
    await tree.link("real/c-store", ".store/kept");
    await tree.link("real/d-out", "../outside/o");
    await tree.link("real/e-broken", "nowhere");
    await tree.link("real/f-self", "f-self");
    await tree.link("real/g-parent", "..");
    await tree.link("real/h-root", ".");
    await tree.link("real/i-file", "note.txt");
    await tree.link("real/group/j-up", "..");
    await tree.link("root", "real");
    const set = await load(tree.path, `${tree.path}/root`);
    expect(names(set)).toEqual(["b", "kept"]);
    expect(set.skills[0]?.folder).toBe(`${tree.path}/real/b`);
    expect(said(set)).toEqual([
      "warning: AGENT_SKILLS_DIRS[1]/d-out is a link out of its folder of skills and is left out.",
      "warning: AGENT_SKILLS_DIRS[1]/e-broken is a link that leads nowhere and is left out.",
      "warning: AGENT_SKILLS_DIRS[1]/f-self is a link that leads nowhere and is left out.",
      "warning: AGENT_SKILLS_DIRS[1]/g-parent is a link out of its folder of skills and is left out.",
      "warning: AGENT_SKILLS_DIRS[1]/group holds no SKILL.md. Looked one level deeper and left out 1 folder.",
    ]);
  });
});

describe("[K09] one name twice", () => {
  test("across roots the first root wins and says which file was left out", async () => {
    await using tree = await makeSkillTree();
    await tree.write(".agents/skills/x/SKILL.md", aSkillFile("same"));
    await tree.write(".pi/skills/y/SKILL.md", aSkillFile("same"));
    await tree.write("mine/z/SKILL.md", aSkillFile("same"));
    const set = await load(tree.path, `${tree.path}/mine`);
    expect(set.skills).toMatchObject([
      {
        name: "same",
        source: "project",
        folder: `${tree.path}/.agents/skills/x`,
      },
    ]);
    expect(said(set)).toEqual([
      "warning: .agents/skills/x/SKILL.md: the name same is used again by .pi/skills/y/SKILL.md. This file is used, that one is left out.",
      "warning: .agents/skills/x/SKILL.md: the name same is used again by AGENT_SKILLS_DIRS[1]/z/SKILL.md. This file is used, that one is left out.",
    ]);
  });

  test("within a root the first folder by name wins", async () => {
    await using tree = await makeSkillTree();
    await tree.write(".pi/skills/b/SKILL.md", aSkillFile("same"));
    await tree.write(".pi/skills/a/SKILL.md", aSkillFile("same"));
    const set = await load(tree.path);
    expect(set.skills[0]?.folder).toBe(`${tree.path}/.pi/skills/a`);
    expect(said(set)).toHaveLength(1);
  });

  test("a name that differs only by case is refused and names the one that is used", async () => {
    await using tree = await makeSkillTree();
    await tree.write(".pi/skills/Logo/SKILL.md", aSkillFile("Logo"));
    await tree.write(".pi/skills/logo/SKILL.md", aSkillFile("logo"));
    const set = await load(tree.path);
    expect(names(set)).toEqual(["logo"]);
    expect(said(set)).toContainEqual(
      expect.stringMatching(
        /Logo\/SKILL\.md is not loaded: the name is not valid.* \.pi\/skills\/logo\/SKILL\.md at most by case; that file is used\./,
      ),
    );
  });

  test("what stands in for a broken earlier one says so", async () => {
    await using tree = await makeSkillTree();
    await tree.write(
      ".agents/skills/same/SKILL.md",
      "---\nname: same\ndescription: a: b\n---\n",
    );
    await tree.write("mine/same/SKILL.md", aSkillFile("same"));
    const set = await load(tree.path, `${tree.path}/mine`);
    expect(set.skills).toMatchObject([{ source: "configured" }]);
    expect(said(set)).toContainEqual(
      expect.stringContaining(
        "it stands in for .agents/skills/same/SKILL.md, which is broken.",
      ),
    );
  });
});

test("no body and no absolute path is in what is shown", async () => {
  await using tree = await makeSkillTree();
  await tree.write(".pi/skills/x/SKILL.md", aSkillFile("x", "", "The body."));
  await tree.write(".pi/skills/y/SKILL.md", "nothing");
  await tree.link(".pi/skills/z", "/etc");
  const set = await load(tree.path);
  expect(JSON.stringify(set)).not.toContain("The body.");
  const shown = JSON.stringify([
    summarizeSkills(set),
    set.broken,
    set.diagnostics,
  ]);
  expect(shown).not.toContain(tree.path);
  expect(summarizeSkills(set, ["other"]).skills).toEqual([]);
  expect(Object.keys(summarizeSkills(set, ["x"]).skills[0] ?? {})).toEqual([
    "name",
    "description",
    "source",
    "displayPath",
    "diagnostics",
  ]);
});
