import { lazy, Suspense, useEffect } from "react";
import type { ReactNode } from "react";
import { useStudio } from "../studio-context.tsx";
import { prepareParts } from "./prepare-parts.ts";
import { useCell } from "../use-cell.ts";

const LogFileScreen = lazy(() =>
  import("./log-file-screen.tsx").then((module) => ({
    default: module.LogFileScreen,
  })),
);
const LogFileNotice = lazy(() =>
  import("./log-file-notice.tsx").then((module) => ({
    default: module.LogFileNotice,
  })),
);
const LogFilePicker = lazy(() =>
  import("./log-file-picker.tsx").then((module) => ({
    default: module.LogFilePicker,
  })),
);

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
