import { isSingleKey, keysOf, SHORTCUT_GROUPS } from "../client/shortcuts.ts";
import type { Shortcut } from "../client/shortcuts.ts";
import { Modal } from "./modal.tsx";
import { useStudio } from "./studio-context.tsx";
import { useTexts } from "./text-context.tsx";
import { useCell } from "./use-cell.ts";

/** Every shortcut there is at the moment, and the switch for those of a single key. */
export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTexts();
  const { preferences, shortcuts } = useStudio();
  const list = useCell(shortcuts.list);
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
                    key={shortcut.id}
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
  readonly shortcut: Shortcut;
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
  if (key !== "Mod") return key.length === 1 ? key.toUpperCase() : key;
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl";
}
