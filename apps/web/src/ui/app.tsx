import { useEffect, useState } from "react";
import { CrashNote } from "./crash-note.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { FailureNote } from "./failure-note.tsx";
import { LogFileEntry, OpenLogFile } from "./log-file/log-file-entry.tsx";
import { PreferenceButtons } from "./preference-buttons.tsx";
import { StudioProvider, useStudio } from "./studio-context.tsx";
import type { StudioServices } from "./studio-context.tsx";
import { StudioScreen } from "./studio-screen.tsx";
import { TextProvider, useTexts } from "./text-context.tsx";
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

function LoadingScreen() {
  const { t } = useTexts();
  return (
    <main className="cover" aria-label={t("chat.title")}>
      <h1>{t("app.name")}</h1>
      <p>{t("app.loading")}</p>
    </main>
  );
}

function FailedScreen() {
  const { t, error } = useTexts();
  const { studio } = useStudio();
  const { failure } = useCell(studio.view);
  return (
    <main className="cover">
      <h1>{t("app.name")}</h1>
      <FailureNote
        text={`${t("app.failed")} ${error(failure?.code ?? "INTERNAL")}`}
      />
      <button
        type="button"
        className="button primary"
        onClick={() => void studio.begin()}
      >
        {t("app.retry")}
      </button>
      <OpenLogFile />
    </main>
  );
}

function AccessCodeScreen() {
  const { t, error } = useTexts();
  const { studio } = useStudio();
  const { failure } = useCell(studio.view);
  const [code, setCode] = useState("");
  return (
    <main className="cover">
      <h1>{t("app.name")}</h1>
      <div className="button-row">
        <PreferenceButtons />
      </div>
      <p>{t("access.explain")}</p>
      <form
        className="access"
        onSubmit={(event) => {
          event.preventDefault();
          if (code !== "") void studio.begin(code);
        }}
      >
        <label className="field">
          <span>{t("access.label")}</span>
          <input
            type="password"
            autoComplete="current-password"
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        </label>
        <button type="submit" className="button primary">
          {t("access.enter")}
        </button>
      </form>
      {failure !== null && (
        <FailureNote
          text={
            failure.code === "ACCESS_CODE_REQUIRED"
              ? t("access.wrong")
              : error(failure.code)
          }
        />
      )}
      <OpenLogFile />
    </main>
  );
}
