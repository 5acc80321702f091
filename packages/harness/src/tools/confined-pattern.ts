import { RE2JS, RE2JSException } from "re2js";
import { ToolError } from "./define-tool.ts";

const MAX_PATTERN_LENGTH = 1000;
/** Instructions of the compiled pattern. Time is at worst this times the length of what is searched. */
const MAX_PROGRAM_SIZE = 1200;

/** A compiled search pattern. Matching takes time linear in the text, whatever the pattern. */
export interface LinearPattern {
  test(text: string): boolean;
  /** Where the first match begins, in UTF-16 units; undefined without one. */
  indexIn(text: string): number | undefined;
}

export interface PatternOptions {
  readonly ignoreCase?: boolean | undefined;
  /** The pattern is plain text. */
  readonly literal?: boolean | undefined;
}

/**
 * Compiles RE2 syntax: regular expressions without lookaround and backreferences, which cannot be
 * matched in linear time. Throws `TOOL_ARGUMENTS_INVALID` with what is wrong and what to do.
 */
export function compilePattern(
  pattern: string,
  { ignoreCase = false, literal = false }: PatternOptions = {},
): LinearPattern {
  if (pattern.length > MAX_PATTERN_LENGTH) {
    throw new ToolError(
      "TOOL_ARGUMENTS_INVALID",
      `The pattern is longer than ${MAX_PATTERN_LENGTH} characters. Use a shorter one.`,
    );
  }
  const source = literal ? RE2JS.quote(pattern) : pattern;
  return compileSource(source, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
}

/** The same from RE2 source that our own code has made. */
export function compileSource(source: string, flags = 0): LinearPattern {
  const compiled = compile(source, flags);
  if (compiled.programSize() > MAX_PROGRAM_SIZE) {
    throw new ToolError(
      "TOOL_ARGUMENTS_INVALID",
      "The pattern is too large: lower the repeat counts or search for less at once.",
    );
  }
  return {
    test: (text) => compiled.test(text),
    indexIn(text) {
      const matcher = compiled.matcher(text);
      return matcher.find() ? matcher.start() : undefined;
    },
  };
}

function compile(source: string, flags: number): RE2JS {
  try {
    return RE2JS.compile(source, flags);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    const reason = error.message.replace(/^error parsing regexp: /, "");
    throw new ToolError(
      "TOOL_ARGUMENTS_INVALID",
      `The pattern is not a valid regular expression (${reason}). Lookaround and backreferences are not available; set literal to true to search for the text as it is.`,
    );
  }
}
