import { isComposing } from "../composing.ts";
import { useApprovalTexts } from "./use-approval-texts.ts";

const REASON_LIMIT = 2_000;

/** Why not, for the agent to read. Enter decides nothing. */
export function ReasonField(props: {
  readonly reason: string;
  readonly isClosed: boolean;
  readonly onChange: (reason: string) => void;
}) {
  const a = useApprovalTexts();
  return (
    <label className="field">
      <span>{a("reason")}</span>
      <input
        type="text"
        value={props.reason}
        maxLength={REASON_LIMIT}
        readOnly={props.isClosed}
        onChange={(event) => props.onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !isComposing(event)) {
            event.preventDefault();
          }
        }}
      />
    </label>
  );
}
