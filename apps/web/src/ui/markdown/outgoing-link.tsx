import { useState } from "react";
import { lazyPart } from "@agent-studio/labs/ui";
import type { MouseEvent, ReactNode } from "react";
import { LateDialog } from "../late-dialog.tsx";
import { linkTargetOf } from "./link-target.ts";
import type { LinkTarget } from "./link-target.ts";
import { useThreadTexts } from "../use-thread-texts.ts";

const LeaveDialog = lazyPart(async () => {
  const { LeaveDialog: dialog } = await import("./leave-dialog.tsx");
  return { default: dialog };
});

/** A link of an answer: it says where it leads, and asks before it goes there. What may not be opened is only words. */
export function OutgoingLink(props: {
  readonly href: string;
  /** What it says, unformatted. */
  readonly words: string;
  readonly children: ReactNode;
}) {
  const tt = useThreadTexts();
  const [isAsking, setAsking] = useState(false);
  const target = linkTargetOf(props.href);
  if (target === null) {
    return <span className="inert-link">{props.children}</span>;
  }
  const ask = (event: MouseEvent) => {
    if (event.type === "auxclick" && event.button !== 1) return;
    event.preventDefault();
    setAsking(true);
  };
  return (
    <>
      <a
        href={target.href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        title={target.href}
        onClick={ask}
        onAuxClick={ask}
      >
        {props.children}
        {!saysTarget(props.words, target) && (
          <span className="link-target">
            {" "}
            (<bdi dir="ltr">{target.shown}</bdi>)
          </span>
        )}
        <span className="visually-hidden"> {tt("thread.newTab")}</span>
      </a>
      {isAsking && (
        <LateDialog title={tt("link.title")} onClose={() => setAsking(false)}>
          <LeaveDialog href={target.href} onClose={() => setAsking(false)} />
        </LateDialog>
      )}
    </>
  );
}

/** Whether the words are the address itself. */
function saysTarget(words: string, target: LinkTarget): boolean {
  return [words, `http://${words}`, `mailto:${words}`].some(
    (address) => linkTargetOf(address)?.href === target.href,
  );
}
