import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readSkillManifest } from "../../src/skills/skill-front-matter.ts";
import type { SkillManifest } from "../../src/skills/skill-front-matter.ts";

const read = (text: string | Uint8Array, folder = "folder-name") =>
  readSkillManifest(
    typeof text === "string" ? new TextEncoder().encode(text) : text,
    folder,
  );

function manifest(text: string | Uint8Array, folder?: string): SkillManifest {
  const reading = read(text, folder);
  if (!reading.ok) throw new Error(reading.reason);
  return reading.manifest;
}

function reason(text: string | Uint8Array, folder?: string): string {
  const reading = read(text, folder);
  if (reading.ok) throw new Error("was read");
  return reading.reason;
}

const withField = (line: string) =>
  `---\nname: x\ndescription: D.\n${line}\n---\nBody\n`;

describe("bytes and lines", () => {
  test("[K01] a byte order mark makes no difference", () => {
    const text =
      "---\nname: bom-skill\ndescription: Checks price lists.\n---\nBody\n";
    const marked = new TextEncoder().encode(`\uFEFF${text}`);
    expect([...marked.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(manifest(marked)).toEqual(manifest(text));
    expect(manifest(marked)).toMatchObject({
      name: "bom-skill",
      description: "Checks price lists.",
    });
  });

  const lf =
    "---\nname: crlf-skill\ndescription: >\n  Checks\n  price lists.\n---";
  test.each([
    ["CRLF throughout", lf.replaceAll("\n", "\r\n")],
    [
      "CRLF in the header only",
      `${lf.replaceAll("\n", "\r\n")}\r\nBody\nmore\n`,
    ],
    ["CR only", lf.replaceAll("\n", "\r")],
    ["no newline at the end", lf],
  ])("[K02] %s reads as LF does", (_name, text) => {
    expect(manifest(text)).toMatchObject({
      name: "crlf-skill",
      description: "Checks price lists.",
    });
  });

  test("bytes that are no UTF-8 are refused with a reason", () => {
    expect(reason(Uint8Array.of(0xff, 0xfe, 0x2d, 0))).toMatch(/UTF-8/);
  });

  test.each([
    ["", /line 1.*missing/],
    ["Just text\n", /line 1.*missing/],
    ["---\nname: x\n", /not closed/],
    ["---\n---\n", /no fields/],
    ["---\n- a\n- b\n---\n", /no fields/],
    ["---\nname: x\n---\n", /description is missing/],
    ["---\nname: x\ndescription: '  '\n---\n", /description is missing/],
    ["---\nname: x\ndescription: [a]\n---\n", /description is missing/],
  ])("refuses %j with a reason", (text, expected) => {
    expect(reason(text)).toMatch(expected);
  });
});

describe("broken YAML", () => {
  test("[K03] an unquoted colon is reported by line and reason, and nothing is loaded", () => {
    const told = reason(
      "---\nname: copy-check\ndescription: Use for ads: writing, checking and fixing copy\nallowed-tools: read_orders\n---\nBody\n",
    );
    expect(told).toMatch(/^line 3: the YAML is broken \(.+\)/);
    expect(told).not.toContain("\n");
  });

  test("a field that stands twice is broken", () => {
    expect(
      reason(withField("allowed-tools: read\nallowed-tools: '*'")),
    ).toMatch(/^line 5: .*unique/);
  });

  test("aliases that multiply are refused", () => {
    const bomb = Array.from(
      { length: 12 },
      (_, at) =>
        `a${at}: &a${at} [${Array(9)
          .fill(at === 0 ? "x" : `*a${at - 1}`)
          .join(",")}]`,
    ).join("\n");
    expect(reason(withField(bomb))).toMatch(/without aliases/);
  });
});

describe("fields", () => {
  test.each(["a", "a-1", "0", "x".repeat(64)])("%s is a valid name", (name) => {
    expect(manifest(`---\nname: "${name}"\ndescription: D.\n---\n`).name).toBe(
      name,
    );
  });

  test.each([
    '""',
    "X",
    "a_b",
    "a b",
    "a/b",
    '".."',
    "é",
    "x".repeat(65),
    "12",
  ])("%s is no valid name", (name) => {
    expect(reason(`---\nname: ${name}\ndescription: D.\n---\n`)).toMatch(
      /name is not valid/,
    );
  });

  test("a missing name is the folder's, said out loud, where that is valid", () => {
    const text = "---\ndescription: D.\n---\n";
    expect(manifest(text, "my-skill")).toMatchObject({
      name: "my-skill",
      warnings: [expect.stringContaining("the folder's name is used")],
    });
    expect(reason(text, "My Skill")).toMatch(/name is missing/);
  });

  test("a long description is cut between characters and says so", () => {
    const { description, warnings } = manifest(
      `---\nname: x\ndescription: "${"a".repeat(1_023)}😀 more"\n---\n`,
    );
    expect(description).toBe("a".repeat(1_023));
    expect(warnings).toEqual([expect.stringContaining("1024")]);
  });

  test("a description is one line without control characters", () => {
    expect(
      manifest('---\nname: x\ndescription: " a\\u0007b\\nc "\n---\n')
        .description,
    ).toBe("a b c");
  });

  test.each([
    "true",
    "True",
    '"true"',
    "yes",
    "Yes",
    "y",
    "on",
    "1",
    '"1"',
    "'yes'",
  ])("[K11] disable-model-invocation: %s keeps the model from it", (value) => {
    const { modelInvocable, warnings } = manifest(
      withField(`disable-model-invocation: ${value}`),
    );
    expect({ modelInvocable, warnings }).toEqual({
      modelInvocable: false,
      warnings: [],
    });
  });

  test.each(["false", '"false"', "no", "off", "0", "", "null", "~"])(
    "disable-model-invocation: %s leaves it to the model",
    (value) => {
      expect(
        manifest(withField(`disable-model-invocation: ${value}`))
          .modelInvocable,
      ).toBe(true);
    },
  );

  test.each(["maybe", "[true]", "{}", "2"])(
    "disable-model-invocation: %s is not understood, so the restriction holds",
    (value) => {
      const { modelInvocable, warnings } = manifest(
        withField(`disable-model-invocation: ${value}`),
      );
      expect(modelInvocable).toBe(false);
      expect(warnings).toHaveLength(1);
    },
  );

  test.each([
    ["read, grep ls", ["read", "grep", "ls"]],
    ["[read, grep]", ["read", "grep"]],
    ["", []],
    ["{ read: true }", []],
    ["[read, 1]", []],
  ])("allowed-tools: %s allows %j", (value, expected) => {
    expect(manifest(withField(`allowed-tools: ${value}`)).allowedTools).toEqual(
      expected,
    );
  });

  test("allowed-tools is absent where it is not written", () => {
    expect(manifest(withField("license: MIT"))).not.toHaveProperty(
      "allowedTools",
    );
  });
});

test("reading never throws, whatever the bytes", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array({ maxLength: 300 }),
        fc
          .string({ unit: "binary", maxLength: 300 })
          .map((text) => new TextEncoder().encode(`---\n${text}\n---\n`)),
      ),
      (bytes) => {
        const reading = readSkillManifest(bytes, "folder");
        if (!reading.ok) return reading.reason !== "";
        const { name, description } = reading.manifest;
        return (
          /^[a-z0-9-]{1,64}$/.test(name) &&
          description.length <= 1_024 &&
          description === description.trim()
        );
      },
    ),
  );
});
