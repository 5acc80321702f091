/** What a person does with the lab of one session: its actions, and the files that it let the agent produce. */
import type { JsonValue } from "@agent-studio/shared";
import { runLabAction } from "./lab-action.ts";
import type { CommandOrigin } from "./session-api.ts";
import type { SessionCore } from "./session-core.ts";

export class SessionLab {
  readonly #core: SessionCore;

  constructor(core: SessionCore) {
    this.#core = core;
  }

  /** Undefined when the name is not a saved artifact. */
  async readArtifact(
    name: string,
  ): Promise<
    { readonly bytes: Buffer; readonly mediaType: string } | undefined
  > {
    const { artifacts } = this.#core.log.visible.state;
    const artifact = artifacts.find((candidate) => candidate.name === name);
    if (artifact === undefined) return undefined;
    const stored = await this.#core.subject.workspace.readArtifact(name);
    return stored === undefined
      ? undefined
      : { bytes: stored.bytes, mediaType: artifact.mediaType };
  }

  /** The action's result, once what it did is durable. */
  async runAction(
    name: string,
    input: JsonValue,
    { actor }: CommandOrigin,
  ): Promise<JsonValue> {
    const core = this.#core;
    await core.recoverIfCrashed();
    core.assertOpen();
    const { sessionId, subject, log, deps } = core;
    const result = await runLabAction({
      name,
      input,
      actor,
      sessionId,
      subject,
      closing: core.closing,
      limitMs: subject.lab.limits?.toolTimeoutMs ?? deps.settings.toolTimeoutMs,
      // An action that outlives its log is cut off from the next one.
      append: (events) => {
        if (log === core.log) core.append(events);
      },
      redact: (value) => core.redact(value, Number.POSITIVE_INFINITY),
    });
    await core.settle();
    return result;
  }
}
