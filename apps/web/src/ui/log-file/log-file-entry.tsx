import { Suspense, useEffect } from "react";
import { lazyPart } from "@agent-studio/labs/ui";
import type { ReactNode } from "react";
import { useStudio } from "../studio-context.tsx";
import { prepareParts } from "./prepare-parts.ts";
import { useCell } from "../use-cell.ts";

const LogFileScreen = lazyPart(async () => ({
  default: (await import("./log-file-screen.tsx")).LogFileScreen,
}));
const LogFileNotice = lazyPart(async () => ({
  default: (await import("./log-file-notice.tsx")).LogFileNotice,
}));
const LogFilePicker = lazyPart(async () => ({
  default: (await import("./log-file-picker.tsx")).LogFilePicker,
}));

/** The log file that is open, in place of everything else; what is around it otherwise, with a note while one is read. */
export function LogFileEntry({ children }: { readonly children: ReactNode }) {
  const { openedLog } = useStudio();
  useEffect(prepareParts, []);
  const { opened, reading, failure } = useCell(openedLog.view);
  return (
    <>
      {opened === null ? (
        children
      ) : (
        <Suspense fallback={null}>
          <LogFileScreen key={opened.log.name} {...opened} />
        </Suspense>
      )}
      {(reading !== null || failure !== null) && (
        <Suspense fallback={null}>
          <LogFileNotice reading={reading} failure={failure} />
        </Suspense>
      )}
    </>
  );
}

/** The way to a log file where there is no session, and so no timeline. */
export function OpenLogFile() {
  return (
    <Suspense fallback={<div className="log-file-picker" />}>
      <LogFilePicker />
    </Suspense>
  );
}
