import { CircleSlash, Settings2, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type {
  AssistantMessage,
  CancelReason,
  ErrorCode,
} from "@agent-studio/shared";
import type { TextKey } from "../texts/en.ts";
import type { ThreadKey } from "../texts/thread-en.ts";
import { useModelDialog } from "./model-dialog-context.tsx";
import { useThreadTexts } from "./use-thread-texts.ts";
import { useTexts } from "./text-context.tsx";
import { TryAgain } from "./try-again.tsx";

const CANCEL_TEXTS: Readonly<Record<CancelReason, TextKey>> = {
  user: "run.cancelledUser",
  timeout: "run.cancelledTimeout",
  session_deleted: "run.cancelledDeleted",
  shutdown: "run.cancelledShutdown",
};

/** The key of the sentence for a reason; reasons of newer servers read as a person's. */
export function cancelText(reason: string | undefined): TextKey {
  const known: Readonly<Record<string, TextKey | undefined>> = CANCEL_TEXTS;
  return known[reason ?? "user"] ?? "run.cancelledUser";
}

/** What helps where the sentence of the code does not say it. */
const HINTS: Readonly<Partial<Record<ErrorCode, ThreadKey>>> = {
  MAX_TURNS: "end.goOn",
  REPEATED_TOOL_CALL: "end.rephrase",
  PROVIDER_PROTOCOL: "end.otherModel",
  PROVIDER_REFUSED: "end.rephrase",
  INTERRUPTED: "end.lookFirst",
  UNKNOWN_OUTCOME: "end.lookFirst",
};

/** Nothing that is sent again helps before the model settings are right. */
const NEEDS_SETTINGS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "PROVIDER_AUTH",
  "MODEL_NOT_CONFIGURED",
  "MODEL_CONFIG_INVALID",
  "MODEL_LACKS_IMAGE_INPUT",
  "BASE_URL_NOT_ALLOWED",
  "PROVIDER_PROTOCOL",
]);

/** How a run ended, where that is more than an answer, with the ways on; and what became of a message that broke off. */
export function RunEndNote({
  message,
}: {
  readonly message: AssistantMessage;
}) {
  const { t } = useTexts();
  const { end, stopReason, runId } = message;
  if (end?.status === "failed") {
    return <FailedNote code={end.code ?? "INTERNAL"} runId={runId} />;
  }
  if (end?.status === "cancelled") {
    return (
      <EndNote text={t(cancelText(end.reason))}>
        <TryAgain runId={runId} />
      </EndNote>
    );
  }
  if (stopReason === "error") return <EndNote text={t("run.messageFailed")} />;
  if (stopReason === "length") return <EndNote text={t("run.lengthLimit")} />;
  return null;
}

function FailedNote(props: {
  readonly code: ErrorCode;
  readonly runId: string;
}) {
  const { code, runId } = props;
  const { t, error } = useTexts();
  const tt = useThreadTexts();
  const hint = HINTS[code];
  // Said aloud by the announcer when it happens; here it is history, and no alert at every opening.
  return (
    <div className="failure end-failure">
      <TriangleAlert aria-hidden className="failure-icon" />
      <div className="end-words">
        <p>{t("run.failed", { reason: error(code) })}</p>
        {hint !== undefined && <p className="note">{tt(hint)}</p>}
        <div className="button-row">
          {NEEDS_SETTINGS.has(code) && <SettingsButton />}
          <TryAgain runId={runId} />
        </div>
      </div>
    </div>
  );
}

function SettingsButton() {
  const tt = useThreadTexts();
  const dialog = useModelDialog();
  return (
    <button type="button" className="button" onClick={dialog.open}>
      <Settings2 aria-hidden className="inline-icon" />
      {tt("end.settings")}
    </button>
  );
}

function EndNote(props: {
  readonly text: string;
  readonly children?: ReactNode;
}) {
  return (
    <div className="end-note">
      <p>
        <CircleSlash aria-hidden className="inline-icon" />
        {props.text}
      </p>
      {props.children}
    </div>
  );
}
