import { THEME_CHOICES } from "../client/preferences.ts";
import { focusComposer } from "./focus-composer.ts";
import { useStudio } from "./studio-context.tsx";
import { useTexts } from "./text-context.tsx";
import { useShortcut } from "./use-shortcut.ts";

/** The shortcuts of what is always there. */
export function usePageShortcuts(): void {
  const { t } = useTexts();
  const { preferences, studio } = useStudio();
  useShortcut({
    id: "page.theme",
    keys: "t",
    group: "page",
    label: t("shortcuts.theme"),
    run: () => {
      const at = THEME_CHOICES.indexOf(preferences.view.get().themeChoice);
      const next = THEME_CHOICES[(at + 1) % THEME_CHOICES.length];
      if (next !== undefined) preferences.chooseTheme(next);
    },
  });
  useShortcut({
    id: "sessions.new",
    keys: "n",
    group: "sessions",
    label: t("shortcuts.newSession"),
    run: () => void studio.create(),
  });
  useShortcut({
    id: "conversation.compose",
    keys: "c",
    group: "conversation",
    label: t("shortcuts.composer"),
    run: focusComposer,
  });
  useShortcut({
    id: "approvals.next",
    keys: "a",
    group: "approvals",
    label: t("shortcuts.approval"),
    run: focusApproval,
  });
}

/** To the first approval that waits, in the order of the page. */
function focusApproval(): void {
  const card = document.querySelector<HTMLElement>(".approval");
  card?.scrollIntoView({ block: "nearest" });
  card?.querySelector<HTMLElement>("button, [tabindex]")?.focus();
}
