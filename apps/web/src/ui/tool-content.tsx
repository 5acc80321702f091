import { Suspense, useCallback, useMemo } from "react";
import type { ReactNode } from "react";
import { BookOpen } from "lucide-react";
import { ROUTES } from "@agent-studio/shared";
import type { ToolCallPart, ToolView } from "@agent-studio/shared";
import type { LabUi } from "@agent-studio/labs/ui";
import { addressOf } from "../client/api-client.ts";
import { EscapedText } from "./escaped-text.tsx";
import { Fold } from "./fold.tsx";
import { PlainData } from "./raw-data.tsx";
import { ToolAsked } from "./tool-asked.tsx";
import { useThreadTexts } from "./use-thread-texts.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { labUiOf, translatorOf } from "./lab-uis.ts";
import { useSession, useSessionState } from "./session-context.tsx";
import { useTexts } from "./text-context.tsx";
import { ToolViewDrawing } from "./tool-view.tsx";

/** A call drawn for its tool: the lab's own card, else the result's `view`, else nothing beside the raw data. */
export function ToolContent({ call }: { readonly call: ToolCallPart }) {
  const lab = labUiOf(useSessionState((state) => state.labId));
  if (lab === undefined || !Object.hasOwn(lab.cards, call.toolName)) {
    return <PlainContent call={call} />;
  }
  // A card that can't be loaded, with the server gone, is no reason to show nothing.
  return (
    <ErrorBoundary fallback={<PlainContent call={call} />}>
      <LabCard lab={lab} call={call} />
    </ErrorBoundary>
  );
}

function PlainContent({ call }: { readonly call: ToolCallPart }) {
  const tt = useThreadTexts();
  const { number } = useTexts();
  const { result } = call;
  return (
    <>
      <ToolAsked call={call} />
      {call.skill?.loaded === true && (
        <p className="note">
          <BookOpen aria-hidden className="inline-icon" />{" "}
          <EscapedText
            text={tt("tool.skillLoaded", { name: call.skill.name })}
          />
        </p>
      )}
      {result?.view !== undefined && <ToolViewDrawing view={result.view} />}
      {result?.view === undefined && result !== undefined && (
        <Fold
          id={null}
          className="raw-data"
          title={tt("tool.resultText", { count: number(result.text.length) })}
        >
          {() => <PlainData text={result.text} label={tt("tool.text")} />}
        </Fold>
      )}
    </>
  );
}

function LabCard(props: { readonly lab: LabUi; readonly call: ToolCallPart }) {
  const { lab, call } = props;
  const { t, locale } = useTexts();
  const artifactHref = useArtifactHref();
  const translate = useMemo(() => translatorOf(lab, locale), [lab, locale]);
  const Card = lab.cards[call.toolName];
  if (Card === undefined) return null;
  return (
    <Suspense fallback={<p className="note">{t("tool.loadingCard")}</p>}>
      <Card
        part={call}
        locale={locale}
        t={translate}
        artifactHref={artifactHref}
        draw={drawView}
      />
    </Suspense>
  );
}

function drawView(view: ToolView): ReactNode {
  return <ToolViewDrawing view={view} />;
}

/** The address of a file that the open session produced. */
export function useArtifactHref(): (name: string) => string {
  const { sessionId } = useSession();
  return useCallback(
    (name: string) => addressOf(ROUTES.getArtifact, { sessionId, name }),
    [sessionId],
  );
}
