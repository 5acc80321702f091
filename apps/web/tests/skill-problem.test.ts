import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readSkillProblem } from "../src/client/skill-problem.ts";

const PLACE = ".agents/skills/copy-check/SKILL.md";

describe("a problem of a skill", () => {
  it.each([
    [
      `${PLACE} is not loaded: the file is not valid UTF-8. Save it as UTF-8.`,
      "problem.notUtf8",
      {},
    ],
    [
      `${PLACE} is not loaded: line 1: the front matter is missing. Start the file with a line of three dashes.`,
      "problem.noFrontMatter",
      {},
    ],
    [
      `${PLACE} is not loaded: line 1: the front matter is not closed. End it with a line of three dashes.`,
      "problem.openFrontMatter",
      {},
    ],
    [
      `${PLACE} is not loaded: line 4: the YAML is broken (Nested mappings: are not allowed). Put quotes around texts with special characters.`,
      "problem.brokenYaml",
      { line: "4", detail: "Nested mappings: are not allowed" },
    ],
    [
      `${PLACE} is not loaded: line 2: the front matter has no fields. Give it a name and a description.`,
      "problem.noFields",
      {},
    ],
    [
      `${PLACE} is not loaded: the YAML repeats itself without end. Write it without aliases.`,
      "problem.aliases",
      {},
    ],
    [
      `${PLACE} is not loaded: the description is missing or no text. Add one.`,
      "problem.noDescription",
      {},
    ],
    [
      `${PLACE} is not loaded: the name is missing. Add one of a-z, 0-9 and -.`,
      "problem.noName",
      {},
    ],
    [
      `${PLACE} is not loaded: the name is not valid. Use 1 to 64 of a-z, 0-9 and -, in quotes if it is a number.`,
      "problem.badName",
      {},
    ],
    [
      `${PLACE} is not loaded: SKILL.md is a link, and links are never read. Put the file itself there.`,
      "problem.link",
      {},
    ],
    [
      `${PLACE} is not loaded: SKILL.md can't be read (EACCES). Check its permissions.`,
      "problem.unreadable",
      { detail: "EACCES" },
    ],
    [
      `${PLACE} is not loaded: SKILL.md is not a regular file.`,
      "problem.notRegular",
      {},
    ],
    [
      `${PLACE} is not loaded: SKILL.md is larger than 256 KiB. Move details to files beside it.`,
      "problem.tooLarge",
      { limit: "256" },
    ],
    [
      `.agents/skills/a/skill.md is not loaded: the file must be called SKILL.md, in this case.`,
      "problem.fileName",
      {},
    ],
    [
      `${PLACE}: the name is missing; the folder's name is used.`,
      "problem.folderName",
      {},
    ],
    [
      `${PLACE}: the description is longer than 1024 characters and was cut.`,
      "problem.cutDescription",
      { limit: "1024" },
    ],
    [
      `${PLACE}: disable-model-invocation is neither true nor false; it counts as true.`,
      "problem.invocable",
      {},
    ],
    [
      `${PLACE}: allowed-tools is no list of names; it counts as empty.`,
      "problem.allowedTools",
      {},
    ],
    [
      `${PLACE}: the name copy-check is used again by .pi/skills/b/SKILL.md. This file is used, that one is left out.`,
      "problem.taken",
      { name: "copy-check", other: ".pi/skills/b/SKILL.md" },
    ],
    [
      `${PLACE}: it stands in for .pi/skills/b/SKILL.md, which is broken.`,
      "problem.standsIn",
      { other: ".pi/skills/b/SKILL.md" },
    ],
  ])("is read with its file: %s", (message, key, values) => {
    const read = readSkillProblem(message);
    expect(read?.problems).toEqual([{ key, values }]);
    expect(read?.place).toMatch(/SKILL\.md$/i);
    expect(read?.notLoaded).toBe(message.includes("is not loaded"));
  });

  it.each([
    [
      "AGENT_SKILLS_DIRS[1] is no folder. Correct the setting or make the folder.",
      "problem.rootMissing",
      { place: "AGENT_SKILLS_DIRS[1]" },
    ],
    [
      "AGENT_SKILLS_DIRS[2] can't be read (EACCES). Check the permissions of the folder.",
      "problem.rootUnreadable",
      { place: "AGENT_SKILLS_DIRS[2]", detail: "EACCES" },
    ],
    [
      ".agents/skills holds too many folders; 3 are left out.",
      "problem.tooMany",
      { place: ".agents/skills", count: "3" },
    ],
    [
      ".agents/skills/x holds no SKILL.md. Looked one level deeper and left out 1 folder.",
      "problem.noSkill",
      { place: ".agents/skills/x", count: "1" },
    ],
    [
      ".agents/skills/x can't be read and is left out.",
      "problem.folderUnreadable",
      { place: ".agents/skills/x" },
    ],
    [
      ".agents/skills/x is a link that leads nowhere and is left out.",
      "problem.deadLink",
      { place: ".agents/skills/x" },
    ],
    [
      ".agents/skills/x is a link out of its folder of skills and is left out.",
      "problem.outsideLink",
      { place: ".agents/skills/x" },
    ],
  ])("of a folder is read: %s", (message, key, values) => {
    expect(readSkillProblem(message)).toEqual({
      notLoaded: false,
      problems: [{ key, values }],
    });
  });

  it("is read together with a name that another file has", () => {
    const read = readSkillProblem(
      `${PLACE} is not loaded: the name is not valid. Use 1 to 64 of a-z, 0-9 and -, in quotes if it is a number. Its name differs from that of .pi/skills/b/SKILL.md at most by case; that file is used.`,
    );
    expect(read?.problems.map(({ key }) => key)).toEqual([
      "problem.badName",
      "problem.clash",
    ]);
  });

  it("that is not known is left as it is", () => {
    expect(readSkillProblem("Something new happened.")).toBeNull();
    expect(
      readSkillProblem(`${PLACE} is not loaded: a new reason.`),
    ).toBeNull();
    fc.assert(
      fc.property(fc.string(), (text) => {
        readSkillProblem(text);
      }),
    );
  });
});
