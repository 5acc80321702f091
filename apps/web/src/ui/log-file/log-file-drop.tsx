import { useState } from "react";
import type { DragEvent, ReactNode } from "react";
import { useStudio } from "../studio-context.tsx";

/** A place where a log file may be dropped to be looked at. */
export function LogFileDrop({ children }: { readonly children: ReactNode }) {
  const { openedLog } = useStudio();
  const [isOver, setOver] = useState(false);
  const onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setOver(true);
  };
  return (
    <div
      className="log-file-drop"
      data-over={isOver}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        const file = event.dataTransfer.files[0];
        if (file === undefined) return;
        event.preventDefault();
        void openedLog.open(file);
      }}
    >
      {children}
    </div>
  );
}
