import { Suspense, useEffect } from "react";
import { lazyPart } from "@agent-studio/labs/ui";
import type { SkillDiagnostic, SkillUse } from "@agent-studio/shared";
import { FailureNote } from "./failure-note.tsx";
import { useSessionState } from "./session-context.tsx";
import { SkillRow, UnlistedSkillRow } from "./skill-row.tsx";
import { useStudio } from "./studio-context.tsx";
import { useTexts } from "./text-context.tsx";
import { useCell } from "./use-cell.ts";

const LazyProblems = lazyPart(async () => {
  const { SkillProblems } = await import("./skill-problems.tsx");
  return { default: SkillProblems };
});

/** The skills there are, and which of them the agent asked for and read. */
export function SkillsPanel() {
  const { t } = useTexts();
  const { skills } = useStudio();
  const labId = useSessionState((state) => state.labId);
  const uses = useSessionState((state) => state.skills);
  useEffect(() => {
    if (labId !== "") void skills.load(labId);
  }, [skills, labId]);
  return (
    <section className="panel-section" aria-label={t("skills.title")}>
      <h2>{t("skills.title")}</h2>
      <SkillRows uses={uses} />
    </section>
  );
}

function SkillRows({ uses }: { readonly uses: readonly SkillUse[] }) {
  const { t, error } = useTexts();
  const { skills } = useStudio();
  const list = useCell(skills.view);
  const listed = list.phase === "ready" ? list.skills : [];
  const unlisted = uses.filter(
    ({ name }, index) =>
      list.phase !== "loading" &&
      !listed.some((skill) => skill.name === name) &&
      uses.findIndex((use) => use.name === name) === index,
  );
  return (
    <>
      {list.phase === "loading" && (
        <p className="note">{t("skills.loading")}</p>
      )}
      {list.phase === "failed" && (
        <FailureNote
          text={t("skills.failed", { reason: error(list.failure.code) })}
        >
          <button
            type="button"
            className="button"
            onClick={() => void skills.load(list.labId)}
          >
            {t("skills.retry")}
          </button>
        </FailureNote>
      )}
      {list.phase === "ready" && listed.length === 0 && (
        <p className="note">{t("skills.empty")}</p>
      )}
      <ul className="skills">
        {listed.map((skill) => (
          <SkillRow
            key={skill.displayPath}
            skill={skill}
            uses={uses.filter(({ name }) => name === skill.name)}
          >
            <Problems list={skill.diagnostics} />
          </SkillRow>
        ))}
        {unlisted.map(({ name }) => (
          <UnlistedSkillRow
            key={name}
            name={name}
            uses={uses.filter((use) => use.name === name)}
          />
        ))}
      </ul>
      <Problems list={list.phase === "ready" ? list.diagnostics : []} />
    </>
  );
}

/** Most skills have none, so their words are loaded when one has. */
function Problems({ list }: { readonly list: readonly SkillDiagnostic[] }) {
  if (list.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <LazyProblems list={list} />
    </Suspense>
  );
}
