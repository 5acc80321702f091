import { PanelLeft, PanelRight, Settings2 } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { Side } from "../client/panel-layout.ts";
import { TrustSwitch } from "./approvals/lazy-approvals.tsx";
import { ApprovalsButton } from "./approvals-button.tsx";
import { ConnectionBadge } from "./connection-badge.tsx";
import { HeaderTools } from "./header-tools.tsx";
import { IconButton } from "./icon-button.tsx";
import { useModelDialog } from "./model-dialog-context.tsx";
import { ModelStatus } from "./model-status.tsx";
import { panelId } from "./panel-tabs.tsx";
import { useSessionState } from "./session-context.tsx";
import { useStudio } from "./studio-context.tsx";
import { useTexts } from "./text-context.tsx";
import type { Panels } from "./use-panels.ts";
import { useShortcut } from "./use-shortcut.ts";

/** What concerns the whole page: the panels, the connection, the model, language and theme. */
export function StudioHeader({ panels }: { readonly panels: Panels }) {
  const { t } = useTexts();
  const title = useSessionState((state) => state.title);
  const oneAtATime = panels.mode === "phone";
  return (
    <header className="studio-header">
      {!oneAtATime && (
        <PanelToggle side="left" icon={PanelLeft} keys="[" panels={panels} />
      )}
      <h1>{t("app.name")}</h1>
      <span className="studio-title" dir="auto">
        {title}
      </span>
      <ConnectionBadge />
      <span className="spacer" />
      <ApprovalsButton />
      <TrustSwitch />
      <ModelStatus />
      <ModelButton />
      <HeaderTools inline={panels.mode === "desktop"} />
      {!oneAtATime && (
        <PanelToggle side="right" icon={PanelRight} keys="]" panels={panels} />
      )}
    </header>
  );
}

function ModelButton() {
  const { t } = useTexts();
  const dialog = useModelDialog();
  const { studio } = useStudio();
  return (
    <button
      type="button"
      className="button"
      aria-label={t("model.open")}
      data-tip={t("model.open")}
      onClick={() => {
        studio.dismissFailure();
        dialog.open();
      }}
    >
      <Settings2 aria-hidden className="inline-icon" />
      <span className="wide-only">{t("model.short")}</span>
    </button>
  );
}

function PanelToggle(props: {
  readonly side: Side;
  readonly icon: LucideIcon;
  readonly keys: string;
  readonly panels: Panels;
}) {
  const { t } = useTexts();
  const { side, keys, panels } = props;
  const panel = side === "left" ? "skills" : "events";
  const label = t(side === "left" ? "panels.toggleLeft" : "panels.toggleRight");
  const id = `panels.${side}`;
  useShortcut({
    id,
    keys,
    group: "page",
    label,
    run: () => panels.toggle(side),
  });
  return (
    <IconButton
      id={`toggle-${side}`}
      icon={props.icon}
      label={label}
      keys={keys}
      aria-expanded={panels.isShown(panel)}
      aria-controls={panelId(panel)}
      onClick={() => {
        panels.toggle(side);
        if (panels.mode !== "tablet" || side !== "left") return;
        // Whoever opens the drawer goes on in it; it is drawn first.
        requestAnimationFrame(() => {
          document
            .querySelector<HTMLElement>(
              `[data-shown=true] > #${panelId(panel)}`,
            )
            ?.focus();
        });
      }}
    />
  );
}
