/** What a person does in a session: send, stop, decide. The results arrive as events, not here. */
import { nanoid } from "nanoid";
import type { ApiClient } from "./api-client.ts";
import { asFailure } from "./api-failure.ts";
import type { ApiFailure } from "./api-failure.ts";
import { createCell } from "./cell.ts";
import type { ReadableCell } from "./cell.ts";

export type Verb = "approve" | "deny";

/** A decision on its way: `sent` until its event comes, `failed` when it may be tried again. */
export interface Decision {
  readonly verb: Verb;
  readonly status: "sending" | "sent" | "failed";
  readonly failure?: ApiFailure;
}

export interface CommandsView {
  readonly decisions: ReadonlyMap<string, Decision>;
  /** The run that is asked to stop. */
  readonly stopping: string | null;
  readonly stopFailure: ApiFailure | null;
  readonly sendFailure: ApiFailure | null;
  /** A message is on its way and not yet taken. */
  readonly sending: boolean;
}

export interface DecisionInput {
  readonly approvalId: string;
  readonly verb: Verb;
  readonly argsDigest: string;
  readonly reason?: string;
}

export interface SessionCommands {
  readonly view: ReadableCell<CommandsView>;
  /** Resolves once the server took the message; rejects with `ApiFailure`. The same text again after an unclear failure is sent under the same key, so it can't start twice. */
  send(text: string): Promise<void>;
  /** Never rejects: a failure stands in the view. */
  stop(runId: string): Promise<void>;
  /** Never rejects. A second decision on an approval while one is on its way does nothing. */
  decide(input: DecisionInput): Promise<void>;
}

const NOTHING: CommandsView = {
  decisions: new Map<string, Decision>(),
  stopping: null,
  stopFailure: null,
  sendFailure: null,
  sending: false,
};

export interface SessionCommandsOptions {
  readonly api: ApiClient;
  readonly sessionId: string;
}

/** Commands of one session. */
export function createSessionCommands(
  options: SessionCommandsOptions,
): SessionCommands {
  const { api, sessionId } = options;
  const view = createCell(NOTHING);
  const patch = (part: Partial<CommandsView>) =>
    view.set({ ...view.get(), ...part });
  const noteDecision = (approvalId: string, decision: Decision) =>
    patch({
      decisions: new Map(view.get().decisions).set(approvalId, decision),
    });
  let unclear: { readonly text: string; readonly key: string } | null = null;

  return {
    view,
    async send(text) {
      const key = unclear?.text === text ? unclear.key : nanoid();
      unclear = { text, key };
      patch({ sendFailure: null, sending: true });
      try {
        await api.call("sendMessage", {
          params: { sessionId },
          body: { text, clientMessageId: key },
        });
        unclear = null;
        patch({ sending: false });
      } catch (error) {
        const failure = asFailure(error);
        if (!isUnclear(failure)) unclear = null;
        patch({ sendFailure: failure, sending: false });
        throw failure;
      }
    },
    async stop(runId) {
      patch({ stopping: runId, stopFailure: null });
      try {
        await api.call("cancelRun", { params: { sessionId, runId }, body: {} });
      } catch (error) {
        patch({ stopping: null, stopFailure: asFailure(error) });
      }
    },
    async decide(input) {
      const { approvalId, verb } = input;
      const before = view.get().decisions.get(approvalId);
      if (before !== undefined && before.status !== "failed") return;
      noteDecision(approvalId, { verb, status: "sending" });
      try {
        await sendDecision(api, sessionId, input);
        noteDecision(approvalId, { verb, status: "sent" });
      } catch (error) {
        const failure = asFailure(error);
        noteDecision(approvalId, { verb, status: "failed", failure });
      }
    },
  };
}

async function sendDecision(
  api: ApiClient,
  sessionId: string,
  input: DecisionInput,
): Promise<void> {
  const params = { sessionId, approvalId: input.approvalId };
  if (input.verb === "approve") {
    const body = { argsDigest: input.argsDigest };
    await api.call("approve", { params, body });
  } else {
    const reason = input.reason?.trim() ?? "";
    await api.call("deny", { params, body: reason === "" ? {} : { reason } });
  }
}

/** Whether the server may have taken the message all the same. */
function isUnclear(failure: ApiFailure): boolean {
  return failure.status === 0 || failure.status >= 500;
}
