import { useState } from "react";
import {
  Languages,
  MonitorSmartphone,
  Moon,
  Settings2,
  Sun,
} from "lucide-react";
import { ConnectionBadge } from "./connection-badge.tsx";
import { LinkDialog } from "./link-dialog.tsx";
import { useModelDialog } from "./model-dialog-context.tsx";
import { ModelStatus } from "./model-status.tsx";
import { useSessionState } from "./session-context.tsx";
import { useStudio } from "./studio-context.tsx";
import { useTexts } from "./text-context.tsx";
import { useCell } from "./use-cell.ts";

/** What concerns the whole page: the model, the connection, language and theme. */
export function StudioHeader() {
  const { t } = useTexts();
  const dialog = useModelDialog();
  const title = useSessionState((state) => state.title);
  const { studio } = useStudio();
  return (
    <header className="studio-header">
      <h1>{t("app.name")}</h1>
      <span className="studio-title" dir="auto">
        {title}
      </span>
      <ConnectionBadge />
      <span className="spacer" />
      <ModelStatus />
      <button
        type="button"
        className="button"
        aria-label={t("model.open")}
        onClick={() => {
          studio.dismissFailure();
          dialog.open();
        }}
      >
        <Settings2 aria-hidden className="inline-icon" />
        <span className="wide-only">{t("model.short")}</span>
      </button>
      <LinkButton />
      <PreferenceButtons />
    </header>
  );
}

function LinkButton() {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={t("link.open")}
        title={t("link.open")}
        onClick={() => setOpen(true)}
      >
        <MonitorSmartphone aria-hidden />
      </button>
      {isOpen && <LinkDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** Language and theme. */
export function PreferenceButtons() {
  const { t } = useTexts();
  const { preferences } = useStudio();
  const { locale, theme } = useCell(preferences.view);
  const otherTheme = theme === "dark" ? "light" : "dark";
  const themeName = t(theme === "dark" ? "theme.toLight" : "theme.toDark");
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={t("locale.switch")}
        title={t("locale.switch")}
        lang={locale === "en" ? "zh-CN" : "en"}
        onClick={() =>
          preferences.chooseLocale(locale === "en" ? "zh-CN" : "en")
        }
      >
        <Languages aria-hidden />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={themeName}
        title={themeName}
        onClick={() => preferences.chooseTheme(otherTheme)}
      >
        {theme === "dark" ? <Sun aria-hidden /> : <Moon aria-hidden />}
      </button>
    </>
  );
}
