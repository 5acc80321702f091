import { useSettingsTexts } from "./use-settings-texts.ts";

export type Command = "save" | "test" | "clear";

/** What to do with the fields. Busy buttons stay in reach of the keyboard; a second press does nothing. */
export function SettingsActions(props: {
  readonly isBusy: boolean;
  readonly canClear: boolean;
  readonly onCommand: (command: Command) => void;
}) {
  const text = useSettingsTexts();
  const { isBusy, onCommand } = props;
  return (
    <>
      <div className="button-row">
        <button type="submit" className="button primary" aria-disabled={isBusy}>
          {text("save.do")}
        </button>
        <button
          type="button"
          className="button"
          aria-disabled={isBusy}
          aria-describedby="test-explain"
          onClick={() => onCommand("test")}
        >
          {text("test.do")}
        </button>
        <button
          type="button"
          className="button danger"
          aria-disabled={isBusy || !props.canClear}
          onClick={() => {
            if (props.canClear) onCommand("clear");
          }}
        >
          {text("clear.do")}
        </button>
      </div>
      <p id="test-explain" className="note">
        {text("test.explain")}
      </p>
    </>
  );
}
