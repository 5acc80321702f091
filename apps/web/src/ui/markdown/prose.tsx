/** Markdown as elements, straight from its tokens: no HTML in between, and none from the model. */
import { Fragment, memo, useMemo } from "react";
import type { ReactNode } from "react";
import type { Token, Tokens } from "marked";
import { CodeBlock } from "./code-block.tsx";
import { decodeEntities } from "./decode-entities.ts";
import { DEPTH_LIMIT, drawInline } from "./inline.tsx";
import { lexMarkdown } from "./lex.ts";
import { MarkdownTable } from "./markdown-table.tsx";
import type { LinkTargets } from "./segment.ts";
import { visibleProse } from "./visible-prose.tsx";

/** One piece of prose. Parsed once for each text that it has. */
export const Prose = memo(function Prose(props: {
  readonly raw: string;
  readonly links: LinkTargets;
  readonly isContinued: boolean;
  readonly start?: number | undefined;
}) {
  const { raw, links, isContinued, start } = props;
  const tokens = useMemo(() => lexMarkdown(raw, links), [raw, links]);
  const content =
    tokens === null ? (
      <div className="plain-text" dir="auto">
        {visibleProse(raw)}
      </div>
    ) : (
      drawBlocks(tokens, { depth: 0, start })
    );
  return isContinued ? <div className="continued">{content}</div> : content;
});

interface Place {
  readonly depth: number;
  /** The number of the first item of a list that goes on. */
  readonly start?: number | undefined;
}

function drawBlocks(tokens: readonly Token[], place: Place): ReactNode {
  return tokens.map((token, index) => (
    <Fragment key={index}>
      {drawBlock(token, { ...place, depth: place.depth + 1 })}
    </Fragment>
  ));
}

// Headings of a message stand below those of the page: its first is the third level.
const HEADINGS = ["h3", "h4", "h5", "h6", "h6", "h6"] as const;

function drawBlock(token: Token, place: Place): ReactNode {
  if (place.depth > DEPTH_LIMIT) {
    return <div className="plain-text">{visibleProse(token.raw)}</div>;
  }
  switch (token.type) {
    case "space":
    case "def":
      return null;
    case "hr":
      return <hr />;
    case "heading": {
      const Heading = HEADINGS[Number(depthOf(token)) - 1] ?? "h6";
      return (
        <Heading dir="auto">{drawInline(innerOf(token), place.depth)}</Heading>
      );
    }
    case "paragraph":
      return <p dir="auto">{drawInline(innerOf(token), place.depth)}</p>;
    case "blockquote":
      return (
        <blockquote dir="auto">
          {drawBlocks(innerOf(token) ?? [], { depth: place.depth })}
        </blockquote>
      );
    case "code":
      return drawCode(token);
    case "text":
    case "checkbox":
      return drawInline([token], place.depth);
    default:
      return drawOther(token, place);
  }
}

function drawOther(token: Token, place: Place): ReactNode {
  if (isList(token)) return drawList(token, place);
  if (isTable(token)) return <MarkdownTable table={token} />;
  // HTML, and whatever a later version of the parser knows: words, as they were written.
  return (
    <div className="plain-text" dir="auto">
      {visibleProse(token.raw.trimEnd())}
    </div>
  );
}

function drawCode(token: Token): ReactNode {
  const text = "text" in token ? String(token.text) : token.raw;
  const lang = "lang" in token ? String(token.lang ?? "") : "";
  return <CodeBlock pieces={[text]} info={decodeEntities(lang)} isClosed />;
}

function drawList(list: Tokens.List, place: Place): ReactNode {
  const items = list.items.map((item, index) => (
    <li key={index} dir="auto" data-task={item.task || undefined}>
      {drawBlocks(item.tokens, { depth: place.depth })}
    </li>
  ));
  if (!list.ordered) return <ul>{items}</ul>;
  const start = place.start ?? (list.start === "" ? 1 : list.start);
  return <ol start={start}>{items}</ol>;
}

function isList(token: Token): token is Tokens.List {
  return token.type === "list" && "items" in token;
}

function isTable(token: Token): token is Tokens.Table {
  return token.type === "table" && "rows" in token;
}

function innerOf(token: Token): readonly Token[] | undefined {
  return "tokens" in token ? token.tokens : undefined;
}

function depthOf(token: Token): unknown {
  return "depth" in token ? token.depth : 1;
}
