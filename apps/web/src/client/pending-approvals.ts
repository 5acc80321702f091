/** What waits for a person in any session of the viewer. */
import type { Approval } from "@agent-studio/shared";
import type { ApiClient } from "./api-client.ts";
import { asFailure } from "./api-failure.ts";
import type { ApiFailure } from "./api-failure.ts";
import { createCell } from "./cell.ts";
import type { ReadableCell } from "./cell.ts";

export interface PendingApprovalsView {
  /** Null until they were asked for. */
  readonly approvals: readonly Approval[] | null;
  readonly failure: ApiFailure | null;
}

export interface PendingApprovals {
  readonly view: ReadableCell<PendingApprovalsView>;
  /** Rejects with `ApiFailure`, which stands in the view as well. */
  refresh(): Promise<void>;
}

/** Nothing has been asked for. */
export function createPendingApprovals(options: {
  readonly api: ApiClient;
}): PendingApprovals {
  const view = createCell<PendingApprovalsView>({
    approvals: null,
    failure: null,
  });
  let newest = 0;
  return {
    view,
    async refresh() {
      const turn = ++newest;
      try {
        const { approvals } = await options.api.call("listAllApprovals", {
          query: { status: "pending" },
        });
        if (turn === newest) view.set({ approvals, failure: null });
      } catch (error) {
        const failure = asFailure(error);
        if (turn === newest) view.set({ ...view.get(), failure });
        throw failure;
      }
    },
  };
}
