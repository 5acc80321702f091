/** The inner of a paragraph: words, emphasis, code, links. Nothing of it is ever parsed as HTML. */
import { Fragment } from "react";
import type { ReactNode } from "react";
import type { Token } from "marked";
import { decodeEntities } from "./decode-entities.ts";
import { OutgoingLink } from "./outgoing-link.tsx";
import { ImagePlace, TaskBox } from "./stand-ins.tsx";
import { visibleProse } from "./visible-prose.tsx";

/** Deeper than this, what is inside is shown as it was written. */
export const DEPTH_LIMIT = 24;

/** Draws inline tokens. */
export function drawInline(
  tokens: readonly Token[] | undefined,
  depth: number,
): ReactNode {
  if (tokens === undefined) return null;
  return tokens.map((token, index) => (
    <Fragment key={index}>{drawToken(token, depth + 1)}</Fragment>
  ));
}

function drawToken(token: Token, depth: number): ReactNode {
  if (depth > DEPTH_LIMIT) return visibleProse(token.raw);
  const inner = () => drawInner(token, depth);
  switch (token.type) {
    case "strong":
      return <strong>{inner()}</strong>;
    case "em":
      return <em>{inner()}</em>;
    case "del":
      return <del>{inner()}</del>;
    case "br":
      return <br />;
    case "codespan":
      return (
        <code dir="ltr">{visibleProse(textOf(token).replace(/\n/g, " "))}</code>
      );
    case "link":
      return (
        <OutgoingLink
          href={decodeEntities(hrefOf(token))}
          words={textOf(token)}
        >
          {inner()}
        </OutgoingLink>
      );
    case "image":
      return (
        <ImagePlace
          target={decodeEntities(hrefOf(token))}
          alt={decodeEntities(textOf(token))}
        />
      );
    case "checkbox":
      return (
        <TaskBox isChecked={"checked" in token && token.checked === true} />
      );
    case "text":
      return inner();
    case "escape":
      return visibleProse(textOf(token));
    default:
      return visibleProse(token.raw);
  }
}

function drawInner(token: Token, depth: number): ReactNode {
  const tokens = "tokens" in token ? token.tokens : undefined;
  if (tokens !== undefined && tokens.length > 0) {
    return drawInline(tokens, depth);
  }
  return visibleProse(decodeEntities(textOf(token)));
}

function textOf(token: Token): string {
  return "text" in token && typeof token.text === "string"
    ? token.text
    : token.raw;
}

function hrefOf(token: Token): string {
  return "href" in token && typeof token.href === "string" ? token.href : "";
}
