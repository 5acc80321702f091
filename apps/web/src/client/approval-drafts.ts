/** What a person has typed at a question and not sent. It outlives errors, other people's decisions and switching, not the page. */
import type { ApiFailure } from "./api-failure.ts";
import type { ArgumentField } from "./argument-field.ts";
import type { ArgumentProblem } from "./read-arguments.ts";

/** Changed arguments that are not sent. */
export interface ArgumentsDraft {
  readonly mode: "form" | "json";
  readonly field: ArgumentField;
  readonly json: string;
  readonly step: "edit" | "review";
  /** The changes were to be reviewed once, so mistakes are shown from then on. */
  readonly isChecked: boolean;
  /** What the server refused last, and where that has not been changed since. */
  readonly refusal?: {
    readonly failure: ApiFailure;
    readonly problems: readonly ArgumentProblem[];
  };
}

export interface ApprovalDraft {
  readonly reason: string;
  /** Absent until arguments are changed. */
  readonly edit?: ArgumentsDraft | undefined;
}

export interface ApprovalDrafts {
  read(approvalId: string): ApprovalDraft;
  write(approvalId: string, draft: ApprovalDraft): void;
}

const EMPTY: ApprovalDraft = { reason: "" };

/** Drafts in memory only: arguments may hold what should not stay in a browser. */
export function createApprovalDrafts(): ApprovalDrafts {
  const drafts = new Map<string, ApprovalDraft>();
  return {
    read: (approvalId) => drafts.get(approvalId) ?? EMPTY,
    write(approvalId, draft) {
      if (draft.reason === "" && draft.edit === undefined) {
        drafts.delete(approvalId);
      } else {
        drafts.set(approvalId, draft);
      }
    },
  };
}
