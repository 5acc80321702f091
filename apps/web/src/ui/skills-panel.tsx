import type {
  SkillDiagnostic,
  SkillSummary,
  SkillUse,
} from "@agent-studio/shared";
import { placeId } from "../client/reveals.ts";
import { EscapedText } from "./escaped-text.tsx";
import { useSessionState } from "./session-context.tsx";
import { useStudio } from "./studio-context.tsx";
import { useTexts } from "./text-context.tsx";
import { useCellPart } from "./use-cell.ts";
import { useReveal } from "./use-reveal.ts";

/** The skills there are, and which of them the agent asked for and read. */
export function SkillsPanel() {
  const { t } = useTexts();
  const labId = useSessionState((state) => state.labId);
  const uses = useSessionState((state) => state.skills);
  const list = useCellPart(useStudio().studio.view, (view) => view.skills);
  const shown = list?.labId === labId || labId === "" ? list : null;
  return (
    <section className="panel-section" aria-label={t("skills.title")}>
      <h2>{t("skills.title")}</h2>
      {shown?.skills.length === 0 && (
        <p className="note">{t("skills.empty")}</p>
      )}
      <ul className="skills">
        {shown?.skills.map((skill) => (
          <SkillRow
            key={skill.displayPath}
            skill={skill}
            use={uses.findLast(({ name }) => name === skill.name)}
          />
        ))}
      </ul>
      <Diagnostics list={shown?.diagnostics ?? []} />
    </section>
  );
}

function SkillRow(props: {
  readonly skill: SkillSummary;
  readonly use: SkillUse | undefined;
}) {
  const { t, number } = useTexts();
  const reveal = useReveal();
  const { skill, use } = props;
  const status = use?.status ?? "listed";
  return (
    <li className="skill" data-status={status}>
      <div className="skill-head">
        <span className="skill-name">
          <EscapedText text={skill.name} />
        </span>
        <span className="tag" data-status={status}>
          {t(`skills.${status}`)}
        </span>
      </div>
      <p>
        <EscapedText text={skill.description} />
      </p>
      <p className="note">
        {t(
          skill.source === "project"
            ? "skills.sourceProject"
            : "skills.sourceConfigured",
        )}
        {" · "}
        <EscapedText text={skill.displayPath} />
        {use?.characters !== undefined &&
          ` · ${t("skills.characters", { count: number(use.characters) })}`}
      </p>
      {use !== undefined && (
        <button
          type="button"
          className="link-button"
          onClick={() => reveal("chat", placeId("call", use.toolCallId))}
        >
          {t("skills.toCall")}
        </button>
      )}
      <Diagnostics list={skill.diagnostics} />
    </li>
  );
}

function Diagnostics({ list }: { readonly list: readonly SkillDiagnostic[] }) {
  const { t } = useTexts();
  if (list.length === 0) return null;
  return (
    <ul className="diagnostics" aria-label={t("skills.problems")}>
      {list.map(({ severity, message }, index) => (
        <li key={index} data-severity={severity}>
          <EscapedText text={message} />
        </li>
      ))}
    </ul>
  );
}
