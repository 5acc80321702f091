import { Fragment } from "react";
import { REDACTED } from "../../client/read-arguments.ts";
import { EscapedText } from "../escaped-text.tsx";
import { useApprovalTexts } from "./use-approval-texts.ts";

/** Text exactly as it is: nothing formatted, nothing hidden, nothing cut, from left to right. */
export function ArgumentText({ text }: { readonly text: string }) {
  const a = useApprovalTexts();
  return (
    <pre className="argument-text" dir="ltr">
      {text.split(REDACTED).map((part, index) => (
        <Fragment key={index}>
          {index > 0 && (
            <mark className="redacted" title={a("secret")}>
              {REDACTED}
            </mark>
          )}
          {part !== "" && <EscapedText text={part} dir="ltr" />}
        </Fragment>
      ))}
    </pre>
  );
}
