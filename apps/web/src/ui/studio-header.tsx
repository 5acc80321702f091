import { useState } from "react";
import {
  Keyboard,
  Languages,
  MonitorSmartphone,
  Moon,
  Settings2,
  Sun,
  SunMoon,
} from "lucide-react";
import { THEME_CHOICES } from "../client/preferences.ts";
import { ConnectionBadge } from "./connection-badge.tsx";
import { IconButton } from "./icon-button.tsx";
import { LinkDialog } from "./link-dialog.tsx";
import { useModelDialog } from "./model-dialog-context.tsx";
import { ModelStatus } from "./model-status.tsx";
import { useSessionState } from "./session-context.tsx";
import { ShortcutsDialog } from "./shortcuts-dialog.tsx";
import { useStudio } from "./studio-context.tsx";
import { useTexts } from "./text-context.tsx";
import { useCell } from "./use-cell.ts";
import { useShortcut } from "./use-shortcut.ts";

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
      <ShortcutsButton />
      <PreferenceButtons />
    </header>
  );
}

function LinkButton() {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        icon={MonitorSmartphone}
        label={t("link.open")}
        onClick={() => setOpen(true)}
      />
      {isOpen && <LinkDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function ShortcutsButton() {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  useShortcut({
    id: "page.help",
    keys: "?",
    group: "page",
    label: t("shortcuts.help"),
    run: () => setOpen(true),
  });
  return (
    <>
      <IconButton
        icon={Keyboard}
        label={t("shortcuts.open")}
        keys="?"
        onClick={() => setOpen(true)}
      />
      {isOpen && <ShortcutsDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** Language and theme. */
export function PreferenceButtons() {
  const { t } = useTexts();
  const { preferences } = useStudio();
  const { locale } = useCell(preferences.view);
  return (
    <>
      <IconButton
        icon={Languages}
        label={t("locale.switch")}
        lang={locale === "en" ? "zh-CN" : "en"}
        onClick={() =>
          void preferences.chooseLocale(locale === "en" ? "zh-CN" : "en")
        }
      />
      <ThemeSwitch />
    </>
  );
}

const THEME_ICONS = { system: SunMoon, dark: Moon, light: Sun } as const;

/** The system's theme, or always the dark or the light one. */
function ThemeSwitch() {
  const { t } = useTexts();
  const { preferences } = useStudio();
  const { themeChoice } = useCell(preferences.view);
  return (
    <div className="segments" role="group" aria-label={t("theme.label")}>
      {THEME_CHOICES.map((choice) => (
        <IconButton
          key={choice}
          icon={THEME_ICONS[choice]}
          label={t(`theme.${choice}`)}
          aria-pressed={choice === themeChoice}
          onClick={() => preferences.chooseTheme(choice)}
        />
      ))}
    </div>
  );
}
