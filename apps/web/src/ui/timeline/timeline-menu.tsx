import { useRef } from "react";
import { Download, FolderOpen, History } from "lucide-react";
import { ROUTES } from "@agent-studio/shared";
import { addressOf } from "../../client/api-client.ts";
import { saveFile } from "../../client/save-file.ts";
import { IconButton } from "../icon-button.tsx";
import { useReplay } from "../replay/replay-context.tsx";
import { useSession, useSessionPart } from "../session-context.tsx";
import { useStudio } from "../studio-context.tsx";
import { LOG_FILE_TYPES } from "../log-file/log-file-types.ts";
import type { TimelineTexts } from "./timeline-texts.ts";

/** What can be done with the log as a whole: look back, save it, open another. */
export function TimelineMenu({ texts }: { readonly texts: TimelineTexts }) {
  const { t } = texts;
  const { enter, replay } = useReplay();
  const events = useSessionPart((view) => view.events);
  return (
    <div className="timeline-menu">
      <IconButton
        icon={History}
        label={t("menu.replay")}
        aria-disabled={events.rows === 0 || replay !== null}
        onClick={() => {
          if (events.rows > 0) enter();
        }}
      />
      <SaveButton texts={texts} />
      <OpenButton texts={texts} />
    </div>
  );
}

/** Saves the log as the server has it; what this page holds where there is no server to ask. */
function SaveButton({ texts }: { readonly texts: TimelineTexts }) {
  const { t } = texts;
  const { sessionId, mode } = useSession();
  const phase = useSessionPart((view) => view.connection.phase);
  const { history } = useSessionPart((view) => view.events);
  const name = `${sessionId}.jsonl`;
  if (mode === "live" && phase === "open") {
    return (
      <a
        className="icon-button"
        href={addressOf(ROUTES.downloadEvents, { sessionId })}
        download={name}
        aria-label={t("menu.save")}
        data-tip={t("menu.save")}
      >
        <Download aria-hidden />
      </a>
    );
  }
  return (
    <IconButton
      icon={Download}
      label={t("menu.save")}
      onClick={() => saveFile(history.archive.toBlob(), name)}
    />
  );
}

function OpenButton({ texts }: { readonly texts: TimelineTexts }) {
  const { t } = texts;
  const { openedLog } = useStudio();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        icon={FolderOpen}
        label={t("menu.open")}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        className="log-file-input"
        accept={LOG_FILE_TYPES}
        aria-label={t("menu.open")}
        tabIndex={-1}
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file !== undefined) void openedLog.open(file);
          event.target.value = "";
        }}
      />
    </>
  );
}
