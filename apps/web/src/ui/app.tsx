import { useEffect } from "react";
import {
  AccessCodeScreen,
  FailedScreen,
  LoadingScreen,
} from "./cover-screens.tsx";
import { CrashNote } from "./crash-note.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { LogFileEntry } from "./log-file/log-file-entry.tsx";
import { StudioProvider, useStudio } from "./studio-context.tsx";
import type { StudioServices } from "./studio-context.tsx";
import { StudioScreen } from "./studio-screen.tsx";
import { TextProvider } from "./text-context.tsx";
import { TooltipLayer } from "./tooltip-layer.tsx";
import { useCell } from "./use-cell.ts";

/** The whole page. */
export function App({ services }: { readonly services: StudioServices }) {
  const { locale, catalogue } = useCell(services.preferences.view);
  return (
    <StudioProvider value={services}>
      <TextProvider locale={locale} catalogue={catalogue}>
        <ErrorBoundary fallback={<CrashNote />}>
          <LogFileEntry>
            <Screen />
          </LogFileEntry>
          <TooltipLayer />
        </ErrorBoundary>
      </TextProvider>
    </StudioProvider>
  );
}

function Screen() {
  const { studio } = useStudio();
  const { phase, current } = useCell(studio.view);
  useEffect(() => void studio.begin(), [studio]);
  if (phase === "access_code") return <AccessCodeScreen />;
  if (phase === "failed") return <FailedScreen />;
  if (current === null) return <LoadingScreen />;
  return <StudioScreen session={current} />;
}
