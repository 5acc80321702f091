import { describe, expect, it } from "vitest";
import { codeBlocks } from "../code-block.ts";
import { settingNames } from "../docs-check.ts";
import { findIn } from "../tree-check.ts";

describe("code blocks", () => {
  it("are found with their language and line", () => {
    const text =
      "# Title\n\n```sh\nnpm start\n```\n\ntext\n\n````text\n```\ninner\n```\n````\n";
    expect(codeBlocks("a.md", text)).toEqual([
      { file: "a.md", line: 3, language: "sh", code: "npm start" },
      { file: "a.md", line: 9, language: "text", code: "```\ninner\n```" },
    ]);
  });

  it("must end", () => {
    expect(() => codeBlocks("a.md", "```sh\nnpm start\n")).toThrow(
      "a.md:1: the code block never ends",
    );
  });

  it("of settings name them whether commented out or not", () => {
    expect(
      settingNames("# HOST=127.0.0.1\nPORT=1\n# A sentence with = in it\n"),
    ).toEqual(["HOST", "PORT"]);
  });
});

describe("the scan of the tree", () => {
  // Put together here, so that the scan does not find this file.
  const under = (top: string): string => `/${top}/`;
  const key = `sk-${"a1B2".repeat(8)}`;
  const host = ["registry", "npmjs", "org"].join(".");
  const found = (text: string, isTest = false): readonly string[] =>
    findIn(text, isTest).map(({ line, what }) => `${line} ${what}`);

  it("finds paths of a machine, registries and credentials by line", () => {
    expect(found(`a\nread("${under("home")}ada/x")\n`)).toEqual([
      "2 a path of one machine",
    ]);
    expect(found(`see ${under("work")}main`)).toEqual([
      "1 a path of one machine",
    ]);
    expect(found(`https://${host}/x`)).toEqual(["1 a registry's host"]);
    expect(found(`const key = "${key}";`)).toEqual([
      "1 what looks like a credential",
    ]);
    expect(found(["-----BEGIN", "RSA PRIVATE", "KEY-----"].join(" "))).toEqual([
      "1 a private key",
    ]);
  });

  it("leaves made-up values in tests, relative paths and binary files alone", () => {
    expect(found(`"${under("root")}.ssh/id_rsa" "${key}"`, true)).toEqual([]);
    expect(
      found('import "../work/item.ts"; fetch(`${base}/home/page`)'),
    ).toEqual([]);
    expect(found(`\0${under("home")}ada`)).toEqual([]);
  });

  it("finds the path of a workplace even in tests", () => {
    expect(found(`${under("work")}main`, true)).toEqual([
      "1 a path of one machine",
    ]);
  });
});
