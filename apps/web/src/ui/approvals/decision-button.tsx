import type { ReactNode } from "react";

/** A button that decides. While it must not, it keeps the focus and says why it is not to be pressed. */
export function DecisionButton(props: {
  readonly verb: "approve" | "deny";
  readonly isBlocked: boolean;
  /** The id of why, where that is written. */
  readonly because?: string | undefined;
  readonly onPress: () => void;
  readonly children: ReactNode;
}) {
  const { verb, isBlocked, because, onPress, children } = props;
  return (
    <button
      type="button"
      className={`button ${verb === "approve" ? "primary" : "danger"}`}
      aria-disabled={isBlocked}
      aria-describedby={isBlocked ? because : undefined}
      onClick={() => {
        if (!isBlocked) onPress();
      }}
    >
      {children}
    </button>
  );
}
