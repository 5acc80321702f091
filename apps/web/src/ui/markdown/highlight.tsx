/** Colours of code. This file, the highlighter and each language are loaded when the first code of that language is shown. */
import type { ReactNode } from "react";
import hljs from "highlight.js/lib/core";
import type { LanguageFn } from "highlight.js";
import { visibleProse } from "./visible-prose.tsx";

type Loader = () => Promise<{ readonly default: LanguageFn }>;

const LANGUAGES: Readonly<Record<string, Loader>> = {
  bash: () => import("highlight.js/lib/languages/bash"),
  c: () => import("highlight.js/lib/languages/c"),
  cpp: () => import("highlight.js/lib/languages/cpp"),
  csharp: () => import("highlight.js/lib/languages/csharp"),
  css: () => import("highlight.js/lib/languages/css"),
  diff: () => import("highlight.js/lib/languages/diff"),
  go: () => import("highlight.js/lib/languages/go"),
  ini: () => import("highlight.js/lib/languages/ini"),
  java: () => import("highlight.js/lib/languages/java"),
  javascript: () => import("highlight.js/lib/languages/javascript"),
  json: () => import("highlight.js/lib/languages/json"),
  kotlin: () => import("highlight.js/lib/languages/kotlin"),
  markdown: () => import("highlight.js/lib/languages/markdown"),
  php: () => import("highlight.js/lib/languages/php"),
  python: () => import("highlight.js/lib/languages/python"),
  r: () => import("highlight.js/lib/languages/r"),
  ruby: () => import("highlight.js/lib/languages/ruby"),
  rust: () => import("highlight.js/lib/languages/rust"),
  sql: () => import("highlight.js/lib/languages/sql"),
  swift: () => import("highlight.js/lib/languages/swift"),
  typescript: () => import("highlight.js/lib/languages/typescript"),
  xml: () => import("highlight.js/lib/languages/xml"),
  yaml: () => import("highlight.js/lib/languages/yaml"),
};

const ALIASES: Readonly<Record<string, string>> = {
  sh: "bash",
  shell: "bash",
  zsh: "bash",
  console: "bash",
  "c++": "cpp",
  cs: "csharp",
  "c#": "csharp",
  golang: "go",
  html: "xml",
  svg: "xml",
  vue: "xml",
  js: "javascript",
  jsx: "javascript",
  mjs: "javascript",
  jsonc: "json",
  jsonl: "json",
  kt: "kotlin",
  md: "markdown",
  patch: "diff",
  py: "python",
  python3: "python",
  rb: "ruby",
  rs: "rust",
  toml: "ini",
  ts: "typescript",
  tsx: "typescript",
  yml: "yaml",
};

/** The code with its words marked by classes; null for a language that is not known. */
export async function highlight(
  code: string,
  language: string,
): Promise<ReactNode> {
  const asked = language.toLowerCase();
  const name = Object.hasOwn(ALIASES, asked) ? (ALIASES[asked] ?? "") : asked;
  if (!Object.hasOwn(LANGUAGES, name)) return null;
  if (hljs.getLanguage(name) === undefined) {
    const loaded = await LANGUAGES[name]?.();
    if (loaded === undefined) return null;
    hljs.registerLanguage(name, loaded.default);
  }
  const { value } = hljs.highlight(code, {
    language: name,
    ignoreIllegals: true,
  });
  return nodesOf(value);
}

interface Open {
  readonly className: string;
  readonly nodes: ReactNode[];
}

/** The highlighter answers text and `<span class>`, nothing else: read here into elements, so that no HTML is ever set. */
function nodesOf(markup: string): ReactNode {
  const stack: Open[] = [{ className: "", nodes: [] }];
  const pieces = markup.split(/(<span class="[^"]*">|<\/span>)/);
  for (const [index, piece] of pieces.entries()) {
    const opens = /^<span class="([^"]*)">$/.exec(piece);
    if (opens !== null) {
      stack.push({ className: opens[1] ?? "", nodes: [] });
    } else if (piece === "</span>") {
      const closed = stack.pop();
      stack.at(-1)?.nodes.push(
        <span key={index} className={closed?.className}>
          {closed?.nodes}
        </span>,
      );
    } else if (piece !== "") {
      stack.at(-1)?.nodes.push(<Plain key={index} text={unescape(piece)} />);
    }
  }
  return stack[0]?.nodes;
}

function Plain({ text }: { readonly text: string }) {
  return visibleProse(text);
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
};

function unescape(text: string): string {
  return text.replace(
    /&(?:amp|lt|gt|quot|#x27);/g,
    (entity) => ENTITIES[entity] ?? entity,
  );
}
