import { RE2JS } from "re2js";
import { compileSource, type LinearPattern } from "./confined-pattern.ts";
import { ToolError } from "./define-tool.ts";

const MAX_GLOB_LENGTH = 256;
const MAX_BRACES = 16;

/** Whether a path below the start of a search is meant. */
export type GlobMatcher = (
  relativePath: string,
  kind: "file" | "directory",
) => boolean;

/**
 * Compiles a glob: `*` and `?` within a name, `**` across folders, `[abc]`, `[!a-z]`, `{a,b}`, and a
 * backslash before a character that is meant as it is. Without a slash it is matched with the name
 * alone, at any depth; a slash at the end means folders only. Names that begin with a dot are like
 * any other. It becomes a linear-time pattern, so no glob is slow. Throws `TOOL_ARGUMENTS_INVALID`.
 */
export function compileGlob(glob: string): GlobMatcher {
  if (glob.length > MAX_GLOB_LENGTH)
    throw invalid(`is longer than ${MAX_GLOB_LENGTH} characters`);
  const foldersOnly = glob.length > 1 && glob.endsWith("/");
  const body = glob.replace(/^(?:\.\/)+/, "").replace(/(?<=.)\/$/, "");
  const anywhere = !body.includes("/");
  const pattern = compileTranslation(new GlobTranslation(body).translate());
  return (relativePath, kind) => {
    if (foldersOnly && kind !== "directory") return false;
    return pattern.test(
      anywhere
        ? relativePath.slice(relativePath.lastIndexOf("/") + 1)
        : relativePath,
    );
  };
}

function compileTranslation(source: string): LinearPattern {
  try {
    return compileSource(`^(?:${source})$`, RE2JS.DOTALL);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    throw invalid("cannot be understood, or is too large");
  }
}

/** Reads the glob once, from left to right. */
class GlobTranslation {
  readonly #glob: string;
  #at = 0;
  #depth = 0;
  #braces = 0;

  constructor(glob: string) {
    this.#glob = glob;
  }

  translate(): string {
    let source = "";
    while (this.#at < this.#glob.length) source += this.#next();
    if (this.#depth > 0) throw invalid("has a { without a }");
    return source;
  }

  #next(): string {
    const character = this.#glob[this.#at++] ?? "";
    switch (character) {
      case "*":
        return this.#stars();
      case "?":
        return "[^/]";
      case "[":
        return this.#characterClass();
      case "{":
        this.#depth += 1;
        if (++this.#braces > MAX_BRACES)
          throw invalid(`has more than ${MAX_BRACES} groups in braces`);
        return "(?:";
      case "}":
        if (this.#depth === 0) return "\\}";
        this.#depth -= 1;
        return ")";
      case ",":
        return this.#depth > 0 ? "|" : ",";
      case "\\":
        return this.#escaped();
      default:
        return RE2JS.quote(character);
    }
  }

  #stars(): string {
    const begins =
      this.#at === 1 || "/{,".includes(this.#glob[this.#at - 2] ?? "");
    let stars = 1;
    while (this.#glob[this.#at] === "*") {
      this.#at += 1;
      stars += 1;
    }
    const next = this.#glob[this.#at];
    if (stars < 2 || !begins || (next !== undefined && !"/,}".includes(next)))
      return "[^/]*";
    if (next !== "/") return ".*";
    this.#at += 1;
    return "(?:[^/]+/)*";
  }

  #characterClass(): string {
    const negated = "!^".includes(this.#glob[this.#at] ?? " ");
    const from = negated ? this.#at + 1 : this.#at;
    // A bracket that comes first is a member of the class.
    const end = this.#glob.indexOf("]", from + 1);
    if (end === -1) return "\\[";
    const members = this.#glob.slice(from, end);
    if (members.includes("/")) return "\\[";
    this.#at = end + 1;
    const source = members.replace(/[\\\]^&[]/g, "\\$&");
    return negated ? `[^/${source}]` : `[${source}]`;
  }

  #escaped(): string {
    const character = this.#glob[this.#at];
    if (character === undefined) throw invalid("ends in a backslash");
    this.#at += 1;
    return RE2JS.quote(character);
  }
}

function invalid(problem: string): ToolError {
  return new ToolError(
    "TOOL_ARGUMENTS_INVALID",
    `The glob ${problem}. Use one such as *.md or notes/**/*.txt.`,
  );
}
