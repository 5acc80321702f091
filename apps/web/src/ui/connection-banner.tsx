import type { LucideIcon } from "lucide-react";
import {
  Copy,
  History,
  LoaderCircle,
  Scissors,
  Unplug,
  WifiOff,
  X,
} from "lucide-react";
import type { Connection } from "../client/connection.ts";
import { Countdown } from "./countdown.tsx";
import { IconButton } from "./icon-button.tsx";
import { ResumptionText } from "./resumption-text.tsx";
import { SessionGone } from "./session-gone.tsx";
import { useSession, useSessionPart } from "./session-context.tsx";
import { StateBanner } from "./state-banner.tsx";
import { useTexts } from "./text-context.tsx";
import { useOnline } from "./use-online.ts";

/** Says when what is shown may not be all there is, and what leads on. */
export function ConnectionBanner() {
  const connection = useSessionPart((view) => view.connection);
  if (connection.phase === "closed" || connection.phase === "refused") {
    return <SessionGone connection={connection} />;
  }
  // Is there before it says anything, or what it says first would not be read out.
  return (
    <div role="status">
      <PassingBanner connection={connection} />
    </div>
  );
}

function PassingBanner({ connection }: { readonly connection: Connection }) {
  switch (connection.phase) {
    case "waiting":
      return <WaitingBanner connection={connection} />;
    case "connecting":
    case "recovering":
      return <ConnectingBanner connection={connection} />;
    case "paused":
      return <RestingBanner text="connection.paused" icon={Copy} />;
    case "cut":
      return <CutBanner />;
    case "open":
      return <RestoredBanner />;
    default:
      return null;
  }
}

function WaitingBanner(props: {
  readonly connection: Extract<Connection, { readonly phase: "waiting" }>;
}) {
  const { t } = useTexts();
  const session = useSession();
  const { connection } = props;
  const reason = useLossText(connection);
  const resume = useResumeText();
  return (
    <StateBanner
      tone="warn"
      icon={reason.icon}
      action={t("connection.retry")}
      onAction={() => session.retry()}
      text={`${reason.text} ${resume}`}
    >
      <Countdown ms={connection.delayMs} cause={connection} />
    </StateBanner>
  );
}

/** Why the stream is away: the browser has no network, the server restarts, has too much to do, or does not answer. */
function useLossText(
  connection: Extract<Connection, { readonly phase: "waiting" }>,
): { readonly text: string; readonly icon: LucideIcon } {
  const { t, error } = useTexts();
  const online = useOnline();
  const stopping = useSessionPart((view) => view.stopping);
  const { code } = connection;
  if (!online) return { text: t("connection.offline"), icon: WifiOff };
  if (stopping || code === "SHUTTING_DOWN") {
    return { text: t("connection.shutdown"), icon: Unplug };
  }
  if (code !== undefined && code !== "NETWORK_FAILED") {
    return { text: error(code), icon: Unplug };
  }
  return { text: t("connection.waiting"), icon: Unplug };
}

function useResumeText(): string {
  const { t, number } = useTexts();
  const sequence = useSessionPart((view) => view.state.sequence);
  return t("connection.resumes", { sequence: number(sequence) });
}

/** The first connection of a page says nothing: there the conversation tells that it is loading. */
function ConnectingBanner({ connection }: { readonly connection: Connection }) {
  const { t } = useTexts();
  const resume = useResumeText();
  const resumption = useSessionPart((view) => view.resumption);
  if (connection.phase === "recovering") {
    return (
      <StateBanner
        tone="warn"
        icon={LoaderCircle}
        text={t("connection.recovering")}
      />
    );
  }
  const again = connection.phase === "connecting" && connection.attempt > 0;
  if (!again && resumption === null) return null;
  return (
    <StateBanner
      tone="warn"
      icon={LoaderCircle}
      text={`${t("connection.again")} ${resume}`}
    />
  );
}

function RestingBanner(props: {
  readonly text: "connection.paused";
  readonly icon: LucideIcon;
}) {
  const { t } = useTexts();
  const session = useSession();
  return (
    <StateBanner
      tone="warn"
      icon={props.icon}
      action={t("connection.here")}
      onAction={() => session.retry()}
      text={t(props.text)}
    />
  );
}

function CutBanner() {
  const { t } = useTexts();
  const session = useSession();
  const resume = useResumeText();
  return (
    <StateBanner
      tone="info"
      icon={Scissors}
      action={t("connection.restore")}
      onAction={() => session.restore()}
      text={`${t("connection.isCut")} ${resume}`}
    />
  );
}

/** After a stream was restored on purpose: what was sent, and what came again. */
function RestoredBanner() {
  const { t } = useTexts();
  const session = useSession();
  const resumption = useSessionPart((view) => view.resumption);
  if (resumption === null) return null;
  return (
    <StateBanner
      tone="info"
      icon={History}
      text={<ResumptionText resumption={resumption} />}
    >
      <IconButton
        icon={X}
        label={t("model.close")}
        onClick={() => session.dismissResumption()}
      />
    </StateBanner>
  );
}
