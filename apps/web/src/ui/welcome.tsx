import { UseDemoModel } from "./use-demo-model.tsx";
import { useSessionState } from "./session-context.tsx";
import { useStudio } from "./studio-context.tsx";
import { useTexts } from "./text-context.tsx";
import { useCellPart } from "./use-cell.ts";

/** An empty session: what this is, and the one or two steps to the first answer. */
export function Welcome() {
  const { t, local } = useTexts();
  const labId = useSessionState((state) => state.labId);
  const model = useSessionState((state) => state.model);
  const labs = useCellPart(useStudio().studio.view, (view) => view.labs);
  const lab = labs.find((candidate) => candidate.labId === labId);
  return (
    <div className="welcome">
      <h2>{t("chat.emptyTitle")}</h2>
      {lab !== undefined && (
        <p>
          <strong>{local(lab.title)}</strong>
          <br />
          {local(lab.description)}
        </p>
      )}
      <ol className="steps">
        <li data-done={model !== null}>
          {t("chat.emptyModel")}
          {model === null && <UseDemoModel />}
        </li>
        <li>{t("chat.emptyTask")}</li>
      </ol>
    </div>
  );
}
