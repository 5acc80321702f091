import { steadfastLoad } from "@agent-studio/labs/ui";
import { memo, useEffect, useState } from "react";
import type { ReactNode } from "react";
import { CopyButton } from "../copy-button.tsx";
import { useTexts } from "../text-context.tsx";
import { useThreadTexts } from "../use-thread-texts.ts";
import { visibleProse } from "./visible-prose.tsx";

/** Longer code stays in one colour: marking it would hold up the page. */
const COLOURED_CHARACTERS = 20_000;

/** Code as it was written, with colours once it is whole, and a button that copies it. */
export const CodeBlock = memo(function CodeBlock(props: {
  /** Runs of lines; joined by line feeds they are the code. */
  readonly pieces: readonly string[];
  readonly info: string;
  readonly isClosed: boolean;
}) {
  const { pieces, info, isClosed } = props;
  const { t } = useTexts();
  const tt = useThreadTexts();
  const language = info.split(/[\s,{]/)[0] ?? "";
  const coloured = useColours(pieces, language, isClosed);
  return (
    <div className="code-block">
      <div className="code-head">
        <span className="code-language" dir="ltr">
          {language === ""
            ? tt("code.plain")
            : visibleProse(language.slice(0, 40))}
        </span>
        <CopyButton label={tt("code.copy")} text={() => pieces.join("\n")} />
      </div>
      <pre tabIndex={0} role="group" aria-label={t("chat.codeLabel")} dir="ltr">
        <code>
          {coloured ??
            pieces.map((piece, index) => <Piece key={index} text={piece} />)}
        </code>
      </pre>
    </div>
  );
});

/** A block of its own, so that the browser lays out only the last when lines are added. */
const Piece = memo(function Piece({ text }: { readonly text: string }) {
  return <span className="code-piece">{visibleProse(text)}</span>;
});

/** The code in colours, or null while it is not whole, too long, or of a language that is not known. */
function useColours(
  pieces: readonly string[],
  language: string,
  isClosed: boolean,
): ReactNode {
  const [coloured, setColoured] = useState<{
    readonly code: string;
    readonly nodes: ReactNode;
  } | null>(null);
  const code = isClosed ? pieces.join("\n") : "";
  const isWanted =
    code !== "" && language !== "" && code.length <= COLOURED_CHARACTERS;
  useEffect(() => {
    if (!isWanted) return undefined;
    let isCurrent = true;
    const colour = async () => {
      const { highlight } = await steadfastLoad(
        () => import("./highlight.tsx"),
      );
      const nodes = await highlight(code, language);
      if (isCurrent && nodes !== null) setColoured({ code, nodes });
    };
    // Code without colours is still code: a part that can't be loaded is no failure to show.
    colour().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [isWanted, code, language]);
  return coloured?.code === code && isWanted ? coloured.nodes : null;
}
