import type { ReactNode } from "react";
import { Check, CircleSlash } from "lucide-react";
import type {
  SessionState,
  SkillSummary,
  SkillUse,
} from "@agent-studio/shared";
import { placeId } from "../client/reveals.ts";
import { EscapedText } from "./escaped-text.tsx";
import { useSessionState } from "./session-context.tsx";
import { useTexts } from "./text-context.tsx";
import { useReveal } from "./use-reveal.ts";

/** A skill with how far it came: listed, asked for, loaded. Of its text nothing is shown here, ever. */
export function SkillRow(props: {
  readonly skill: SkillSummary;
  readonly uses: readonly SkillUse[];
  readonly children?: ReactNode;
}) {
  const { t } = useTexts();
  const { skill, uses } = props;
  const source =
    skill.source === "project"
      ? t("skills.sourceProject")
      : t("skills.sourceConfigured");
  return (
    <SkillFrame name={skill.name} note={source} uses={uses}>
      <p className="skill-description">
        <EscapedText text={skill.description} />
      </p>
      <p className="note skill-path">
        <EscapedText text={skill.displayPath} />
      </p>
      {props.children}
    </SkillFrame>
  );
}

/** One that the session used, but that is not among those a new session would find. */
export function UnlistedSkillRow(props: {
  readonly name: string;
  readonly uses: readonly SkillUse[];
}) {
  const { t } = useTexts();
  return (
    <SkillFrame
      name={props.name}
      note={t("skills.unlisted")}
      uses={props.uses}
    />
  );
}

type Progress = "listed" | "requested" | "loaded" | "notLoaded";

function SkillFrame(props: {
  readonly name: string;
  readonly note: string;
  readonly uses: readonly SkillUse[];
  readonly children?: ReactNode;
}) {
  const { name, uses } = props;
  const last = uses.at(-1);
  const refused = useSessionState(
    (state) => last?.status === "requested" && hasEnded(state, last),
  );
  const loads = uses.filter(({ status }) => status === "loaded");
  const progress = progressOf(uses, refused);
  return (
    <li className="skill" data-status={progress} id={placeId("skill", name)}>
      <div className="skill-head">
        <span className="skill-name">
          <EscapedText text={name} />
        </span>
        <span className="note">{props.note}</span>
      </div>
      {props.children}
      <Steps progress={progress} />
      {loads.length > 0 && <Cost loads={loads} />}
      {last !== undefined && <ToCall use={last} />}
    </li>
  );
}

function progressOf(uses: readonly SkillUse[], refused: boolean): Progress {
  if (uses.some(({ status }) => status === "loaded")) return "loaded";
  if (uses.length === 0) return "listed";
  return refused ? "notLoaded" : "requested";
}

/** Whether the call that asked is over, so that the skill will not come any more. */
function hasEnded(state: SessionState, use: SkillUse): boolean {
  const newestFirst = [state.open, ...state.messages.toReversed()];
  for (const message of newestFirst) {
    if (message?.role !== "assistant") continue;
    for (const part of message.parts) {
      if (part.kind !== "tool" || part.toolCallId !== use.toolCallId) continue;
      return ["completed", "failed", "denied"].includes(part.state);
    }
  }
  return state.activeRunId === null;
}

const STEPS = ["listed", "requested", "loaded"] as const;

/** What was reached has its name; what was not is a mark without one. */
function Steps({ progress }: { readonly progress: Progress }) {
  const { t } = useTexts();
  const failed = progress === "notLoaded";
  const reached = failed ? 1 : STEPS.indexOf(progress);
  return (
    <ol className="skill-steps" aria-label={t("skills.steps")}>
      {STEPS.map((step, index) => (
        <li
          key={step}
          data-step={failed && index === 2 ? "failed" : step}
          data-reached={index <= reached}
          aria-hidden={index > reached && !(failed && index === 2)}
        >
          {failed && index === 2 && (
            <>
              <CircleSlash aria-hidden className="step-icon" />
              <span>{t("skills.notLoaded")}</span>
            </>
          )}
          {index <= reached && (
            <>
              <Check aria-hidden className="step-icon" />
              <span>{t(`skills.${step}`)}</span>
            </>
          )}
        </li>
      ))}
    </ol>
  );
}

function Cost({ loads }: { readonly loads: readonly SkillUse[] }) {
  const { t, number } = useTexts();
  const sum = loads.reduce((all, { characters }) => all + (characters ?? 0), 0);
  const count = number(sum);
  return (
    <p className="note">
      {loads.length === 1
        ? t("skills.cost", { count })
        : t("skills.costTimes", { count, times: number(loads.length) })}
    </p>
  );
}

function ToCall({ use }: { readonly use: SkillUse }) {
  const { t } = useTexts();
  const reveal = useReveal();
  return (
    <button
      type="button"
      className="link-button"
      onClick={() => reveal("chat", placeId("call", use.toolCallId))}
    >
      {t("skills.toCall")}
      <span className="visually-hidden">
        {": "}
        {use.name}
      </span>
    </button>
  );
}
