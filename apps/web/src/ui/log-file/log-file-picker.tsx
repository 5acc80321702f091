import { useId } from "react";
import { useStudio } from "../studio-context.tsx";
import { useTexts } from "../text-context.tsx";
import { fillIn } from "../../texts/catalogue.ts";
import { TIMELINE_CATALOGUES } from "../../texts/timeline-catalogue.ts";
import { LogFileDrop } from "./log-file-drop.tsx";
import { LOG_FILE_TYPES } from "./log-file-types.ts";

/** Opens a log file by picking or dropping it; needs no server. */
export function LogFilePicker() {
  const { locale } = useTexts();
  const { openedLog } = useStudio();
  const id = useId();
  const texts = TIMELINE_CATALOGUES[locale];
  return (
    <LogFileDrop>
      <div className="log-file-picker">
        <label htmlFor={id}>{fillIn(texts["file.pick"])}</label>
        <input
          id={id}
          type="file"
          accept={LOG_FILE_TYPES}
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file !== undefined) void openedLog.open(file);
            event.target.value = "";
          }}
        />
        <p className="note">{fillIn(texts["file.stays"])}</p>
      </div>
    </LogFileDrop>
  );
}
