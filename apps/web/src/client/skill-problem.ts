/** What the server says about a skill that is not as it should be, taken apart so that it can be said in any language. */
import type { SessionDialogsKey } from "../texts/session-dialogs-en.ts";

export interface SkillProblem {
  readonly key: SessionDialogsKey;
  readonly values: Readonly<Record<string, string>>;
}

export interface ReadProblem {
  /** The file that it is about, where the sentence begins with one. */
  readonly place?: string;
  /** The whole file is left out. */
  readonly notLoaded: boolean;
  readonly problems: readonly SkillProblem[];
}

const CASES: readonly (readonly [SessionDialogsKey, RegExp])[] = [
  ["problem.notUtf8", /^the file is not valid UTF-8\. Save it as UTF-8\.$/],
  ["problem.noFrontMatter", /^line 1: the front matter is missing\..*$/],
  ["problem.openFrontMatter", /^line 1: the front matter is not closed\..*$/],
  [
    "problem.brokenYaml",
    /^line (?<line>\d+): the YAML is broken \((?<detail>.*)\)\. Put quotes.*$/s,
  ],
  ["problem.noFields", /^line 2: the front matter has no fields\..*$/],
  ["problem.aliases", /^the YAML repeats itself without end\..*$/],
  ["problem.noDescription", /^the description is missing or no text\..*$/],
  ["problem.noName", /^the name is missing\. Add one.*$/],
  ["problem.folderName", /^the name is missing; the folder's name is used\.$/],
  ["problem.badName", /^the name is not valid\..*$/],
  [
    "problem.cutDescription",
    /^the description is longer than (?<limit>\d+) characters and was cut\.$/,
  ],
  ["problem.invocable", /^disable-model-invocation is neither.*$/],
  ["problem.allowedTools", /^allowed-tools is no list of names;.*$/],
  [
    "problem.taken",
    /^the name (?<name>\S+) is used again by (?<other>.+)\. This file is used.*$/,
  ],
  ["problem.standsIn", /^it stands in for (?<other>.+), which is broken\.$/],
  ["problem.fileName", /^the file must be called SKILL\.md, in this case\.$/],
  ["problem.link", /^SKILL\.md is a link, and links are never read\..*$/],
  ["problem.unreadable", /^SKILL\.md can't be read \((?<detail>.*)\)\..*$/],
  ["problem.notRegular", /^SKILL\.md is not a regular file\.$/],
  ["problem.tooLarge", /^SKILL\.md is larger than (?<limit>\d+) KiB\..*$/],
];
/** Sentences that name their place themselves. */
const WHOLE: readonly (readonly [SessionDialogsKey, RegExp])[] = [
  [
    "problem.rootMissing",
    /^(?<place>.+) is no folder\. Correct the setting.*$/,
  ],
  [
    "problem.rootUnreadable",
    /^(?<place>.+) can't be read \((?<detail>.*)\)\. Check the permissions of the folder\.$/,
  ],
  [
    "problem.tooMany",
    /^(?<place>.+) holds too many folders; (?<count>\d+) are left out\.$/,
  ],
  [
    "problem.noSkill",
    /^(?<place>.+) holds no SKILL\.md\. Looked one level deeper and left out (?<count>\d+) folders?\.$/,
  ],
  [
    "problem.folderUnreadable",
    /^(?<place>.+) can't be read and is left out\.$/,
  ],
  ["problem.deadLink", /^(?<place>.+) is a link that leads nowhere.*$/],
  ["problem.outsideLink", /^(?<place>.+) is a link out of its folder.*$/],
];
const CLASH =
  /^(?<rest>.*) Its name differs from that of (?<other>.+) at most by case; that file is used\.$/s;

/** Takes a sentence apart; null where it is one that this version does not know. */
export function readSkillProblem(message: string): ReadProblem | null {
  const broken = /^(?<place>.+?) is not loaded: (?<rest>.*)$/s.exec(message);
  if (broken?.groups !== undefined) {
    return withPlace(broken.groups, true);
  }
  const whole = match(WHOLE, message);
  if (whole !== null) return { notLoaded: false, problems: [whole] };
  const about = /^(?<place>.+?SKILL\.md): (?<rest>.*)$/is.exec(message);
  return about?.groups === undefined ? null : withPlace(about.groups, false);
}

function withPlace(
  groups: Readonly<Record<string, string | undefined>>,
  notLoaded: boolean,
): ReadProblem | null {
  const { place = "", rest = "" } = groups;
  const clash = CLASH.exec(rest)?.groups;
  const problem = match(CASES, clash?.["rest"] ?? rest);
  if (problem === null) return null;
  const other = clash?.["other"];
  const second: readonly SkillProblem[] =
    other === undefined ? [] : [{ key: "problem.clash", values: { other } }];
  return { place, notLoaded, problems: [problem, ...second] };
}

function match(
  cases: readonly (readonly [SessionDialogsKey, RegExp])[],
  text: string,
): SkillProblem | null {
  for (const [key, pattern] of cases) {
    const found = pattern.exec(text);
    if (found !== null) return { key, values: { ...found.groups } };
  }
  return null;
}
