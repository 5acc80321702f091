import type { ReactNode } from "react";
import type { LucideIcon } from "lucide-react";

/** One line over the panels: the state of things, and the way on. */
export function StateBanner(props: {
  readonly tone: "info" | "warn" | "danger";
  readonly icon: LucideIcon;
  readonly text: ReactNode;
  readonly action?: string;
  readonly onAction?: () => void;
  readonly children?: ReactNode;
}) {
  const { tone, icon: Icon, text, action, onAction } = props;
  return (
    <div className="banner" data-tone={tone}>
      <Icon aria-hidden className="inline-icon" />
      <p role={tone === "danger" ? "alert" : undefined}>{text}</p>
      {props.children}
      {action !== undefined && (
        <button type="button" className="button" onClick={onAction}>
          {action}
        </button>
      )}
    </div>
  );
}
