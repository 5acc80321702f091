import { isSingleKey, keysOf, SHORTCUT_GROUPS } from "../client/shortcuts.ts";
import type { Shortcut, ShortcutGroup } from "../client/shortcuts.ts";
import type { SessionDialogsKey } from "../texts/session-dialogs-en.ts";
import { Modal } from "./modal.tsx";
import { useStudio } from "./studio-context.tsx";
import { useTexts } from "./text-context.tsx";
import { useCell } from "./use-cell.ts";
import { useDialogTexts } from "./use-dialog-texts.ts";

type Listed = Pick<Shortcut, "group" | "keys" | "label">;

/** Keys that work only where the focus is, and so are no shortcuts of the whole page. */
const PLACE_KEYS: readonly (readonly [
  ShortcutGroup,
  string,
  SessionDialogsKey,
])[] = [
  ["page", "Esc", "keys.close"],
  ["sessions", "F2", "keys.rename"],
  ["sessions", "Delete", "keys.delete"],
  ["sessions", "Mod+z", "keys.undo"],
  ["conversation", "Enter", "keys.send"],
  ["conversation", "Shift+Enter", "keys.newLine"],
  ["conversation", "ArrowUp", "keys.earlier"],
];

/** Every shortcut there is at the moment, the keys of single places, and the switch for those of a single key. */
export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTexts();
  const { preferences, shortcuts } = useStudio();
  const d = useDialogTexts();
  const list: readonly Listed[] = [
    ...useCell(shortcuts.list),
    ...PLACE_KEYS.map(([group, keys, text]) => ({
      group,
      keys,
      label: d(text),
    })),
  ];
  const { shortcuts: single } = useCell(preferences.view);
  return (
    <Modal title={t("shortcuts.open")} onClose={onClose}>
      <label className="check">
        <input
          type="checkbox"
          checked={single}
          onChange={(event) =>
            preferences.chooseShortcuts(event.target.checked)
          }
        />
        <span>{t("shortcuts.single")}</span>
      </label>
      <p className="note">{t("shortcuts.singleNote")}</p>
      <div className="shortcut-groups">
        {SHORTCUT_GROUPS.map((group) => ({
          group,
          members: list.filter((shortcut) => shortcut.group === group),
        }))
          .filter(({ members }) => members.length > 0)
          .map(({ group, members }) => (
            <section key={group}>
              <h3>{t(`shortcuts.${group}`)}</h3>
              <dl className="shortcuts">
                {members.map((shortcut) => (
                  <ShortcutLine
                    key={shortcut.keys}
                    shortcut={shortcut}
                    off={!single && isSingleKey(shortcut.keys)}
                  />
                ))}
              </dl>
            </section>
          ))}
      </div>
    </Modal>
  );
}

function ShortcutLine(props: {
  readonly shortcut: Listed;
  readonly off: boolean;
}) {
  const { label, keys } = props.shortcut;
  return (
    <div data-off={props.off}>
      <dt>{label}</dt>
      <dd>
        {keysOf(keys).map((key) => (
          <kbd key={key}>{shownKey(key)}</kbd>
        ))}
      </dd>
    </div>
  );
}

function shownKey(key: string): string {
  if (key === "ArrowUp") return "↑";
  if (key !== "Mod") return key.length === 1 ? key.toUpperCase() : key;
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl";
}
