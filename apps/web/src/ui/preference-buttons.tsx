import { Languages, Moon, Sun, SunMoon } from "lucide-react";
import { THEME_CHOICES } from "../client/preferences.ts";
import { IconButton } from "./icon-button.tsx";
import { useStudio } from "./studio-context.tsx";
import { useTexts } from "./text-context.tsx";
import { useCell } from "./use-cell.ts";

/** Language and theme. */
export function PreferenceButtons() {
  const { t } = useTexts();
  const { preferences } = useStudio();
  const { locale } = useCell(preferences.view);
  const other = locale === "en" ? "zh-CN" : "en";
  return (
    <>
      <IconButton
        icon={Languages}
        label={t("locale.switch")}
        lang={other}
        onClick={() => void preferences.chooseLocale(other)}
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
