import type { Panel } from "../client/reveals.ts";
import { THEME_CHOICES } from "../client/preferences.ts";
import { focusComposer } from "./focus-composer.ts";
import { NEW_SESSION_ID } from "./new-session.tsx";
import { panelId } from "./panel-tabs.tsx";
import { useStudio } from "./studio-context.tsx";
import { useTexts } from "./text-context.tsx";
import type { Panels } from "./use-panels.ts";
import { useShortcut } from "./use-shortcut.ts";

/** The shortcuts of what is always there. */
export function usePageShortcuts(panels: Panels): void {
  const { t } = useTexts();
  const { preferences, studio } = useStudio();
  useShortcut({
    id: "panels.next",
    keys: "F6",
    group: "page",
    label: t("shortcuts.nextPanel"),
    run: () => focusPanel(panels, 1),
  });
  useShortcut({
    id: "panels.previous",
    keys: "Shift+F6",
    group: "page",
    label: t("shortcuts.previousPanel"),
    run: () => focusPanel(panels, -1),
  });
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
    run: () => {
      if (studio.view.get().labs.length > 1) chooseLab(panels);
      else void studio.create();
    },
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

/** Where there are several labs, the button of the list asks for one; a dialog can't open in what is hidden. */
function chooseLab(panels: Panels): void {
  panels.show("skills");
  requestAnimationFrame(() => document.getElementById(NEW_SESSION_ID)?.click());
}

/** To the first approval that waits, in the order of the page. */
function focusApproval(): void {
  const card = document.querySelector<HTMLElement>(".approval");
  card?.scrollIntoView({ block: "nearest" });
  card?.querySelector<HTMLElement>("button, [tabindex]")?.focus();
}

const PANELS: readonly Panel[] = ["skills", "chat", "events"];

/** To the panel after the one that has the focus, or before it; hidden ones are shown. */
function focusPanel(panels: Panels, step: 1 | -1): void {
  const focused = PANELS.findIndex((panel) =>
    document.getElementById(panelId(panel))?.contains(document.activeElement),
  );
  const from = focused === -1 ? PANELS.indexOf(panels.chosen) : focused;
  const next = PANELS.at((from + step) % PANELS.length);
  if (next === undefined) return;
  panels.show(next);
  requestAnimationFrame(() => document.getElementById(panelId(next))?.focus());
}
