/** Markdown that may still be growing, in pieces of which only the last is drawn again. */
import { memo, useMemo, useState } from "react";
import { CodeBlock } from "./code-block.tsx";
import { GrowingTable } from "./growing-table.tsx";
import { Prose } from "./prose.tsx";
import { createSegmentReader } from "./segment-reader.ts";
import { NO_LINKS } from "./segment.ts";
import type { LinkTargets, Segment } from "./segment.ts";
import { steadyProse } from "./steady-text.ts";
import "../../styles/markdown.css";

/** With more pieces than this, those out of sight are left out of layout. */
const LONG_SEGMENTS = 60;

/** The text as formatted blocks: no HTML, no images from elsewhere, links that say where they lead. */
export function MarkdownBlocks(props: {
  readonly text: string;
  /** More may come: what is open at the end is shown as if it were closed. */
  readonly isGrowing: boolean;
}) {
  const { text, isGrowing } = props;
  const [reader] = useState(createSegmentReader);
  const { segments, links } = useMemo(
    () => reader.read(text, isGrowing),
    [reader, text, isGrowing],
  );
  return (
    <div className="markdown" data-long={segments.length > LONG_SEGMENTS}>
      {segments.map((segment, index) => (
        <SegmentView
          key={index}
          segment={segment}
          links={links}
          isLast={isGrowing && index === segments.length - 1}
        />
      ))}
    </div>
  );
}

const SegmentView = memo(function SegmentView(props: {
  readonly segment: Segment;
  readonly links: LinkTargets;
  readonly isLast: boolean;
}) {
  const { segment, isLast } = props;
  switch (segment.kind) {
    case "code":
      return <CodeBlock {...segment} />;
    case "table":
      return (
        <GrowingTable
          segment={segment}
          links={linksFor(segment.head, props.links)}
        />
      );
    case "prose": {
      const { raw, isContinued, start } = segment;
      return (
        <Prose
          raw={isLast ? steadyProse(raw) : raw}
          links={linksFor(raw, props.links)}
          isContinued={isContinued}
          start={start}
        />
      );
    }
  }
});

/** Words without a bracket name no target: new ones are nothing to them. */
function linksFor(raw: string, links: LinkTargets): LinkTargets {
  return raw.includes("[") ? links : NO_LINKS;
}
