/** Markdown that may still be growing: split into blocks, of which only the last is parsed again. */
import { memo, useMemo } from "react";
import type { ReactNode } from "react";
import { Lexer } from "marked";
import Markdown from "react-markdown";
import type { Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { useTexts } from "./text-context.tsx";

const PLUGINS = [remarkGfm];
const SAFE_LINK = /^(https?:|mailto:)/i;

/** The text as formatted blocks: no HTML, no images from elsewhere, links that say where they lead. */
export function MarkdownBlocks({
  text,
}: {
  readonly text: string;
  readonly isGrowing: boolean;
}) {
  const blocks = useMemo(
    () => new Lexer({ gfm: true }).lex(text).map((token) => token.raw),
    [text],
  );
  return (
    <div className="markdown">
      {blocks.map((block, index) => (
        <MarkdownBlock key={index} text={block} />
      ))}
    </div>
  );
}

const MarkdownBlock = memo(function MarkdownBlock(props: {
  readonly text: string;
}) {
  return (
    <Markdown remarkPlugins={PLUGINS} components={COMPONENTS}>
      {props.text}
    </Markdown>
  );
});

// A message is no document of its own: its headings stand below those of the page.
const COMPONENTS: Components = {
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h4>{children}</h4>,
  h3: ({ children }) => <h5>{children}</h5>,
  h4: ({ children }) => <h6>{children}</h6>,
  h5: ({ children }) => <h6>{children}</h6>,
  a: ({ href, children }) => <SafeLink href={href ?? ""}>{children}</SafeLink>,
  img: ({ src, alt }) => (
    <ImagePlace target={typeof src === "string" ? src : ""} alt={alt ?? ""} />
  ),
  input: ({ checked }) => <TaskBox checked={checked === true} />,
  table: ({ children }) => <ScrollTable>{children}</ScrollTable>,
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
};

function SafeLink(props: {
  readonly href: string;
  readonly children: ReactNode;
}) {
  if (!SAFE_LINK.test(props.href)) return <span>{props.children}</span>;
  const target = readableTarget(props.href);
  const shown = props.children === props.href || props.children === target;
  return (
    <a href={props.href} target="_blank" rel="noopener noreferrer nofollow">
      {props.children}
      {!shown && <span className="link-target"> ({target})</span>}
    </a>
  );
}

/** Host first: what is shown is where the browser would really go. */
function readableTarget(href: string): string {
  try {
    const url = new URL(href);
    if (url.protocol === "mailto:") return url.pathname;
    const path = url.pathname === "/" ? "" : url.pathname;
    const whole = `${url.host}${path}`;
    return whole.length > 60 ? `${whole.slice(0, 59)}…` : whole;
  } catch {
    return href.slice(0, 60);
  }
}

function ImagePlace(props: { readonly target: string; readonly alt: string }) {
  const { t } = useTexts();
  const target = props.alt === "" ? props.target.slice(0, 80) : props.alt;
  return (
    <span className="image-place">{t("chat.imageNotLoaded", { target })}</span>
  );
}

function TaskBox({ checked }: { readonly checked: boolean }) {
  const { t } = useTexts();
  return (
    <input
      type="checkbox"
      checked={checked}
      disabled
      readOnly
      aria-label={t("chat.task")}
    />
  );
}

function ScrollTable({ children }: { readonly children: ReactNode }) {
  const { t } = useTexts();
  return (
    <div
      className="table-scroll"
      tabIndex={0}
      role="group"
      aria-label={t("chat.tableLabel")}
    >
      <table>{children}</table>
    </div>
  );
}

function CodeBlock({ children }: { readonly children: ReactNode }) {
  const { t } = useTexts();
  return (
    <pre tabIndex={0} role="group" aria-label={t("chat.codeLabel")}>
      {children}
    </pre>
  );
}
