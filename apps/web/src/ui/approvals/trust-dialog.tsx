import type { ToolPolicy } from "@agent-studio/shared";
import { Modal } from "../modal.tsx";
import { useSession, useSessionState } from "../session-context.tsx";
import { useStudio } from "../studio-context.tsx";
import { useTexts } from "../text-context.tsx";
import { useCellPart } from "../use-cell.ts";
import { useApprovalTexts } from "./use-approval-texts.ts";

/** Asks before a session answers for a person, with exactly what that covers. */
export function TrustDialog({ onClose }: { readonly onClose: () => void }) {
  const a = useApprovalTexts();
  const { commands } = useSession();
  const covered = useToolTitles("ask");
  const asking = useToolTitles("always_ask");
  return (
    <Modal title={a("trustTitle")} onClose={onClose}>
      <p>{a("trustScope")}</p>
      <p>{a("trustNever")}</p>
      <p>{a("trustPending")}</p>
      {covered.length === 0 ? (
        <p className="note">{a("trustNoTools")}</p>
      ) : (
        <ToolList title={a("trustTools")} tools={covered} />
      )}
      {asking.length > 0 && (
        <ToolList title={a("trustStillAsk")} tools={asking} />
      )}
      <div className="button-row">
        <button
          type="button"
          className="button danger"
          onClick={() => {
            void commands.setTrust(true);
            onClose();
          }}
        >
          {a("trustYes")}
        </button>
        <button type="button" className="button" onClick={onClose}>
          {a("trustNo")}
        </button>
      </div>
    </Modal>
  );
}

function ToolList(props: {
  readonly title: string;
  readonly tools: readonly string[];
}) {
  return (
    <div>
      <p className="view-title">{props.title}</p>
      <ul className="trust-tools">
        {props.tools.map((tool) => (
          <li key={tool}>{tool}</li>
        ))}
      </ul>
    </div>
  );
}

function useToolTitles(policy: ToolPolicy): readonly string[] {
  const { local } = useTexts();
  const labs = useCellPart(useStudio().studio.view, (view) => view.labs);
  const labId = useSessionState((state) => state.labId);
  return (labs.find((lab) => lab.labId === labId)?.tools ?? [])
    .filter((tool) => tool.policy === policy)
    .map(({ title, name }) => `${local(title)} (${name})`);
}
