export interface CodeBlock {
  readonly file: string;
  /** Line of the opening fence, from 1. */
  readonly line: number;
  /** First word after the fence; empty when there is none. */
  readonly language: string;
  readonly code: string;
}

/** The fenced code blocks of a Markdown text, in order. Throws at a fence that never closes. */
export function codeBlocks(
  file: string,
  markdown: string,
): readonly CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let open:
    | { line: number; fence: string; language: string; code: string[] }
    | undefined;
  for (const [index, text] of markdown.split("\n").entries()) {
    const match = /^\s*(`{3,}|~{3,})\s*(\S*)/.exec(text);
    if (open === undefined) {
      if (!match) continue;
      open = {
        line: index + 1,
        fence: match[1] ?? "",
        language: match[2] ?? "",
        code: [],
      };
    } else if (match?.[1]?.startsWith(open.fence) === true && match[2] === "") {
      const { line, language, code } = open;
      blocks.push({ file, line, language, code: code.join("\n") });
      open = undefined;
    } else {
      open.code.push(text);
    }
  }
  if (open !== undefined)
    throw new Error(`${file}:${open.line}: the code block never ends`);
  return blocks;
}
