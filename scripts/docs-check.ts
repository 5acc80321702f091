import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { codeBlocks } from "./code-block.ts";
import type { CodeBlock } from "./code-block.ts";
import { runCommand } from "./command.ts";
import { withServer } from "./running-server.ts";
import type { StepResult } from "./step.ts";
import { buildWeb } from "./web-build.ts";

/** The address that the documentation prints. */
const PRINTED_ADDRESS = "http://127.0.0.1:4300";

export interface CheckDocsOptions {
  readonly root: string;
  readonly signal: AbortSignal;
}

/**
 * Proves the code in README.md and docs: TypeScript compiles against the
 * packages, JSON parses, settings are those of .env.example, npm commands exist,
 * and blocks with curl run, in order, against a server that is started for them.
 */
export async function checkDocs({
  root,
  signal,
}: CheckDocsOptions): Promise<StepResult> {
  const files = [
    "README.md",
    ...globSync("docs/**/*.md", { cwd: root }).sort(),
  ];
  const blocks = files.flatMap((file) =>
    codeBlocks(file, readFileSync(join(root, file), "utf8")),
  );
  const problems = [
    ...blocks.flatMap((block) => checkText(root, block)),
    ...brokenLinks(root, files),
    ...(await compile(
      root,
      blocks.filter(({ language }) => language === "ts"),
    )),
    ...(await runRequests(root, blocks.filter(isRequest), signal)),
  ];
  return { ok: problems.length === 0, output: problems.join("\n") };
}

function isRequest({ language, code }: CodeBlock): boolean {
  return language === "sh" && /\bcurl\b/.test(code);
}

/** What can be judged from the text alone. */
function checkText(root: string, block: CodeBlock): string[] {
  const at = (problem: string): string =>
    `${block.file}:${block.line}: ${problem}`;
  switch (block.language) {
    case "text":
    case "ts":
      return [];
    case "json":
      return isJson(block.code) ? [] : [at("is no JSON")];
    case "dotenv":
      return unknownSettings(root, block.code).map((name) =>
        at(`${name} is not in .env.example`),
      );
    case "sh":
      return isRequest(block) ? [] : wrongCommands(root, block.code).map(at);
    default:
      return [
        at(
          `nothing checks a block in "${block.language}"; use text, ts, json, dotenv or sh`,
        ),
      ];
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Names that a dotenv text sets, commented-out ones included. */
export function settingNames(text: string): readonly string[] {
  return [...text.matchAll(/^#? ?([A-Z][A-Z0-9_]*)=/gm)].map(
    (match) => match[1] ?? "",
  );
}

function unknownSettings(root: string, code: string): readonly string[] {
  const known = new Set(
    settingNames(readFileSync(join(root, ".env.example"), "utf8")),
  );
  return settingNames(code).filter((name) => !known.has(name));
}

function wrongCommands(root: string, code: string): string[] {
  const { scripts } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  ) as {
    scripts: Record<string, string>;
  };
  return code
    .split("\n")
    .map((line) => line.replace(/\s+#.*$/, "").trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .flatMap((line) => {
      const words = line.replace(/^(?:[A-Z_]+=\S+\s+)+/, "").split(/\s+/);
      const [command, first = "", second = ""] = words;
      if (command === "npm") {
        const script = first === "run" ? second : first;
        return scripts[script] === undefined
          ? [`npm has no script "${script}"`]
          : [];
      }
      if (command === "cp")
        return existsSync(join(root, first)) ? [] : [`there is no ${first}`];
      return [`nothing checks the command "${line}"`];
    });
}

function brokenLinks(root: string, files: readonly string[]): string[] {
  return files.flatMap((file) => {
    const text = readFileSync(join(root, file), "utf8");
    const targets = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(
      (match) => match[1] ?? "",
    );
    return targets
      .filter((target) => !existsSync(join(root, file, "..", target)))
      .map((target) => `${file}: the link to ${target} leads nowhere`);
  });
}

async function compile(
  root: string,
  blocks: readonly CodeBlock[],
): Promise<string[]> {
  if (blocks.length === 0) return [];
  const folder = join(root, "test-results", "docs");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [index, { file, line, code }] of blocks.entries()) {
    writeFileSync(
      join(folder, `block-${index}.ts`),
      `// ${file}:${line}\n${code}\nexport {};\n`,
    );
  }
  const at = (path: string): string[] => [join(root, "packages", path)];
  const config = {
    extends: join(root, "tsconfig.base.json"),
    compilerOptions: {
      types: [join(root, "node_modules", "@types", "node")],
      paths: {
        "@agent-studio/shared": at("shared/src/index.ts"),
        "@agent-studio/harness": at("harness/src/index.ts"),
        "@agent-studio/harness/adapters": at("harness/src/adapters.ts"),
        "@agent-studio/harness/pi-adapters": at("harness/src/pi-adapters.ts"),
        "@agent-studio/harness/testing": at("harness/src/testing/index.ts"),
        "@agent-studio/labs": at("labs/src/index.ts"),
        "@sinclair/typebox": at("harness/node_modules/@sinclair/typebox"),
        zod: at("shared/node_modules/zod"),
      },
    },
    include: ["*.ts"],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const { code, output } = await runCommand("tsc", [
    "-p",
    folder,
    "--pretty",
    "false",
  ]);
  if (code === 0) return [];
  return [
    ...blocks.map(
      ({ file, line }, index) => `block-${index}.ts is ${file}:${line}`,
    ),
    output.trim(),
  ];
}

async function runRequests(
  root: string,
  blocks: readonly CodeBlock[],
  signal: AbortSignal,
): Promise<string[]> {
  const curl = await runCommand("curl", ["--version"]);
  if (blocks.length === 0 || curl.code !== 0) return [];
  await buildWeb({ root, say: () => undefined });
  const folder = mkdtempSync(join(tmpdir(), "agent-studio docs "));
  try {
    return await withServer(
      { root, dataFolder: join(folder, "data"), signal },
      async (address) => {
        const problems: string[] = [];
        for (const { file, line, code } of blocks) {
          const script = code.replaceAll(PRINTED_ADDRESS, address);
          const result = await runCommand(
            "bash",
            ["-euo", "pipefail", "-c", script],
            {
              cwd: folder,
              signal,
            },
          );
          if (result.code !== 0)
            problems.push(`${file}:${line}: failed\n${result.output}`);
        }
        return problems;
      },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
