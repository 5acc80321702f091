import { CircleSlash } from "lucide-react";
import type { AssistantMessage, CancelReason } from "@agent-studio/shared";
import type { TextKey } from "../texts/en.ts";
import { FailureNote } from "./failure-note.tsx";
import { useTexts } from "./text-context.tsx";
import { WriteAgain } from "./write-again.tsx";

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

/** How a run ended, where that is more than an answer; and what became of a message that broke off. */
export function RunEndNote({
  message,
}: {
  readonly message: AssistantMessage;
}) {
  const { t, error } = useTexts();
  const { end, stopReason } = message;
  if (end?.status === "failed") {
    const reason = error(end.code ?? "INTERNAL");
    return (
      <FailureNote text={t("run.failed", { reason })}>
        <WriteAgain runId={message.runId} />
      </FailureNote>
    );
  }
  if (end?.status === "cancelled") {
    return (
      <>
        <EndNote text={t(cancelText(end.reason))} />
        <WriteAgain runId={message.runId} />
      </>
    );
  }
  if (stopReason === "error") return <EndNote text={t("run.messageFailed")} />;
  if (stopReason === "length") return <EndNote text={t("run.lengthLimit")} />;
  return null;
}

function EndNote({ text }: { readonly text: string }) {
  return (
    <p className="end-note">
      <CircleSlash aria-hidden className="inline-icon" />
      {text}
    </p>
  );
}
