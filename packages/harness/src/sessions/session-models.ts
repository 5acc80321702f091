/** The model of one session: configured, cleared and tried. */
import type {
  ModelConnectionInput,
  ModelTestResult,
  RedactedConnection,
} from "@agent-studio/shared";
import { connectionProblem } from "../models/check-connection.ts";
import { HarnessError } from "./harness-error.ts";
import type { CommandOrigin } from "./session-api.ts";
import type { SessionCore } from "./session-core.ts";

export class SessionModels {
  readonly #core: SessionCore;

  constructor(core: SessionCore) {
    this.#core = core;
  }

  /** Configures the model; its secrets are kept only when the event is durable. */
  async configure(
    input: ModelConnectionInput,
    { actor }: CommandOrigin,
  ): Promise<RedactedConnection> {
    const core = this.#core;
    const problem = connectionProblem(input);
    if (problem !== undefined)
      throw new HarnessError("MODEL_CONFIG_INVALID", problem);
    await core.recoverIfCrashed();
    const { connections, wallClock } = core.deps;
    const now = new Date(wallClock()).toISOString();
    const connection = connections.redact(core.sessionId, input, now);
    await core.carryOut({ type: "configure_model", connection }, actor);
    connections.configure(core.sessionId, input);
    return connection;
  }

  async clear({ actor }: CommandOrigin): Promise<void> {
    const core = this.#core;
    await core.carryOut({ type: "clear_model" }, actor);
    core.deps.connections.clear(core.sessionId);
  }

  /** `MODEL_NOT_CONFIGURED` without a model. */
  test(signal: AbortSignal): Promise<ModelTestResult> {
    if (signal.aborted || this.#core.log.visible.state.model === null)
      return Promise.reject(noModel());
    const message = "The demo model is built in and ready.";
    return Promise.resolve({ status: "ok", message, durationMs: 0 });
  }
}

/** The refusal of what needs a model. */
export function noModel(): HarnessError {
  return new HarnessError(
    "MODEL_NOT_CONFIGURED",
    "No model is chosen. Choose one in the model settings.",
  );
}
