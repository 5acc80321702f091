/** What fills the page while there is no session to show. */
import { useState } from "react";
import type { ReactNode } from "react";
import { KeyRound, RotateCw } from "lucide-react";
import type { ApiFailure } from "../client/api-failure.ts";
import { FailureNote } from "./failure-note.tsx";
import { OpenLogFile } from "./log-file/log-file-entry.tsx";
import { PreferenceButtons } from "./preference-buttons.tsx";
import { useStudio } from "./studio-context.tsx";
import { useTexts } from "./text-context.tsx";
import { useCell } from "./use-cell.ts";
import { useWait } from "./use-wait.ts";

/** The outline of the studio, so that nothing jumps when it comes. */
export function LoadingScreen() {
  const { t } = useTexts();
  return (
    <main className="loading" aria-label={t("chat.title")}>
      <h1 className="visually-hidden">{t("app.name")}</h1>
      <p role="status" className="note">
        {t("app.loading")}
      </p>
      {["header", "left", "middle", "right"].map((place) => (
        <span key={place} className={`outline ${place}`} aria-hidden />
      ))}
    </main>
  );
}

/** The studio could not be opened; after a refusal for too many requests, trying again waits as long as was asked. */
export function FailedScreen() {
  const { t, error } = useTexts();
  const { studio } = useStudio();
  const { failure } = useCell(studio.view);
  const wait = useFailureWait(failure);
  return (
    <Cover>
      <FailureNote
        text={`${t("app.failed")} ${error(failure?.code ?? "INTERNAL")}`}
      />
      <button
        type="button"
        className="button primary"
        disabled={wait.isWaiting}
        onClick={() => void studio.begin()}
      >
        <RotateCw aria-hidden className="inline-icon" />
        {t("app.retry")}
        {wait.text}
      </button>
    </Cover>
  );
}

export function AccessCodeScreen() {
  const { t, error } = useTexts();
  const { studio } = useStudio();
  const { failure } = useCell(studio.view);
  const [code, setCode] = useState("");
  const wait = useFailureWait(failure);
  return (
    <Cover>
      <p>{t("access.explain")}</p>
      <form
        className="access"
        onSubmit={(event) => {
          event.preventDefault();
          if (code !== "" && !wait.isWaiting) void studio.begin(code);
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
        <button
          type="submit"
          className="button primary"
          disabled={wait.isWaiting}
        >
          <KeyRound aria-hidden className="inline-icon" />
          {t("access.enter")}
          {wait.text}
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
    </Cover>
  );
}

function Cover({ children }: { readonly children: ReactNode }) {
  const { t } = useTexts();
  return (
    <div className="cover">
      <header className="button-row">
        <PreferenceButtons />
      </header>
      <main className="cover-card">
        <h1>
          <img src="/favicon.svg" alt="" width="32" height="32" />
          {t("app.name")}
        </h1>
        {children}
        <OpenLogFile />
      </main>
    </div>
  );
}

/** How long a refusal asks to wait, counted down. */
function useFailureWait(failure: ApiFailure | null) {
  const { t, number } = useTexts();
  const seconds = useWait(failure?.retryAfterMs ?? 0, failure);
  return {
    isWaiting: seconds > 0,
    text:
      seconds > 0
        ? ` ${t("connection.inSeconds", { seconds: number(seconds) })}`
        : "",
  };
}
