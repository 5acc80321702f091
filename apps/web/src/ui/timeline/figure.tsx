import type { ReactNode } from "react";

/** One figure under its name. */
export function Figure(props: {
  readonly name: string;
  readonly children: ReactNode;
}) {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}
