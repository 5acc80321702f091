import type { ReactNode } from "react";
import { TriangleAlert } from "lucide-react";

/** Something did not work: said once to everyone, with what to do about it. */
export function FailureNote(props: {
  readonly text: string;
  readonly children?: ReactNode;
}) {
  return (
    <div className="failure" role="alert">
      <TriangleAlert aria-hidden className="failure-icon" />
      <span>{props.text}</span>
      {props.children}
    </div>
  );
}
