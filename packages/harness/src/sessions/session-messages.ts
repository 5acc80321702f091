/** Messages of a person: decided, recorded with the prompt as the agent loop gets it, and only then answered by a run. */
import type { MessageInput } from "@agent-studio/shared";
import type { AttachmentReference } from "../attachments/model-part.ts";
import type { NewEvent } from "../events/event-store.ts";
import type { Command } from "./decision.ts";
import type { SealedPrompt } from "./history.ts";
import type { CommandOrigin } from "./session-api.ts";
import type { SessionCore } from "./session-core.ts";
import { noModel } from "./session-models.ts";
import type { SessionRuns } from "./session-runs.ts";

export class SessionMessages {
  readonly #core: SessionCore;
  readonly #runs: SessionRuns;

  constructor(core: SessionCore, runs: SessionRuns) {
    this.#core = core;
    this.#runs = runs;
  }

  /** Starts a run, or answers with the one that the same message has started before. */
  async send(
    sent: MessageInput,
    { actor, requestId }: CommandOrigin,
  ): Promise<{ readonly runId: string; readonly messageId: string }> {
    const core = this.#core;
    await core.recoverIfCrashed();
    const text = core.redactText(sent.text);
    const runId = core.deps.newId("run");
    const messageId = core.deps.newId("msg");
    const command: Command = {
      type: "send_message",
      input: { ...sent, text },
      runId,
      messageId,
      ...(requestId === undefined ? {} : { requestId }),
    };
    const decision = core.decide(command, actor);
    if (decision.kind === "refuse") return core.refuse(decision);
    if (decision.kind === "unchanged") {
      await core.settle();
      return {
        runId: decision.message?.runId ?? runId,
        messageId: decision.message?.messageId ?? messageId,
      };
    }
    const connection = core.log.head.model;
    if (connection === null) throw noModel();
    const attachments = referencesIn(decision.events);
    const at = new Date(core.deps.wallClock()).toISOString();
    const sealed: SealedPrompt = {
      kind: "prompt",
      runId,
      text,
      attachments,
      at,
    };
    const stored = core.append(
      decision.events.map((event) =>
        event.type === "run.started" ? { ...event, sealed } : event,
      ),
    );
    if (stored.length > 0) this.#runs.start({ runId, text, connection });
    await core.settle();
    return { runId, messageId };
  }
}

/** What a message that is accepted refers to. */
function referencesIn(
  events: readonly NewEvent[],
): readonly AttachmentReference[] {
  return events.flatMap((event) =>
    event.type === "user.message"
      ? event.payload.attachments.map(({ attachmentId, kind, name }) => ({
          attachmentId,
          kind,
          name,
        }))
      : [],
  );
}
