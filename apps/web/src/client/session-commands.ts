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
  /** What trust was asked to become and is not yet, as far as the events tell. */
  readonly trustAsked: boolean | null;
  readonly trustFailure: ApiFailure | null;
  readonly sendFailure: ApiFailure | null;
  /** A message is on its way and not yet taken. */
  readonly sending: boolean;
  /** A message that nobody answered for: it may have arrived all the same. */
  readonly unclear: UnclearMessage | null;
}

export interface UnclearMessage {
  readonly clientMessageId: string;
  readonly text: string;
}

export interface DecisionInput {
  readonly approvalId: string;
  readonly verb: Verb;
  readonly argsDigest: string;
  readonly reason?: string;
  /** Other arguments than the proposed ones; only with `approve`. */
  readonly args?: Readonly<Record<string, unknown>>;
}

export interface SessionCommands {
  readonly view: ReadableCell<CommandsView>;
  /** Resolves once the server took the message; rejects with `ApiFailure`. The same again after an unclear failure is sent under the same key, so it can't start twice. */
  send(text: string, attachmentIds?: readonly string[]): Promise<void>;
  /** The unclear message has arrived after all: there is no failure any more. */
  confirm(): void;
  /** Never rejects: a failure stands in the view. */
  stop(runId: string): Promise<void>;
  /** Never rejects. A second decision on an approval while one is on its way does nothing. */
  decide(input: DecisionInput): Promise<void>;
  /** Never rejects. Whether calls of policy `ask` answer themselves from now on. */
  setTrust(trust: boolean): Promise<void>;
}

const NOTHING: CommandsView = {
  decisions: new Map<string, Decision>(),
  stopping: null,
  stopFailure: null,
  trustAsked: null,
  trustFailure: null,
  sendFailure: null,
  sending: false,
  unclear: null,
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
  return {
    view,
    ...createSender(options, patch),
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
    async setTrust(trust) {
      patch({ trustAsked: trust, trustFailure: null });
      try {
        await api.call("updateSession", {
          params: { sessionId },
          body: { trust },
        });
        patch({ trustAsked: null });
      } catch (error) {
        patch({ trustAsked: null, trustFailure: asFailure(error) });
      }
    },
  };
}

/** Sends messages, each under a key, and the same again under the same key while nobody knows its fate. */
function createSender(
  { api, sessionId }: SessionCommandsOptions,
  patch: (part: Partial<CommandsView>) => void,
): Pick<SessionCommands, "send" | "confirm"> {
  let last: { readonly content: string; readonly key: string } | null = null;
  return {
    async send(text, attachmentIds = []) {
      const content = JSON.stringify([text, attachmentIds]);
      const key = last?.content === content ? last.key : nanoid();
      last = { content, key };
      patch({ sendFailure: null, sending: true, unclear: null });
      const message = { text, clientMessageId: key };
      const body =
        attachmentIds.length === 0
          ? message
          : { ...message, attachmentIds: [...attachmentIds] };
      try {
        await api.call("sendMessage", { params: { sessionId }, body });
        last = null;
        patch({ sending: false });
      } catch (error) {
        const failure = asFailure(error);
        const isKnown = !isUnclear(failure);
        if (isKnown) last = null;
        const unclear = isKnown ? null : { clientMessageId: key, text };
        patch({ sendFailure: failure, sending: false, unclear });
        throw failure;
      }
    },
    confirm() {
      last = null;
      patch({ sendFailure: null, unclear: null });
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
    const { argsDigest, args } = input;
    const body = { argsDigest, ...(args === undefined ? {} : { args }) };
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
