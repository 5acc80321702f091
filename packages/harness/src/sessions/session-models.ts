/** The model of one session: configured, cleared and tried. */
import type {
  Actor,
  ModelConnectionInput,
  ModelTestResult,
  RedactedConnection,
} from "@agent-studio/shared";
import { connectionDestination } from "../models/connection-destination.ts";
import { needsSecrets } from "../models/model-connection-store.ts";
import { prepareConnection } from "../models/prepare-connection.ts";
import { testConnection } from "../models/test-connection.ts";
import { HarnessError } from "./harness-error.ts";
import type { CommandOrigin } from "./session-api.ts";
import type { SessionCore } from "./session-core.ts";

/** How long looking at a new connection may take, name look-up included, in milliseconds. */
const CHECK_LIMIT_MS = 5000;

export class SessionModels {
  readonly #core: SessionCore;
  /** Ends when the last change does. */
  #changes: Promise<unknown> = Promise.resolve();

  constructor(core: SessionCore) {
    this.#core = core;
  }

  /** Configures the model; its secrets are kept only when the event is durable. */
  async configure(
    input: ModelConnectionInput,
    { actor }: CommandOrigin,
  ): Promise<RedactedConnection> {
    const prepared = await prepareConnection(
      input,
      this.#core.deps.models.checkBaseUrl,
      AbortSignal.timeout(CHECK_LIMIT_MS),
    );
    if (!prepared.ok) {
      const { code, message, details } = prepared;
      throw new HarnessError(code, message, details);
    }
    return this.#inTurn(() => this.#keep(prepared.input, actor));
  }

  /** The environment's connection, when there is one: what a session starts with. */
  useDefault(): Promise<void> {
    return this.#inTurn(() => this.#keepDefault());
  }

  /** After a restart: a connection that needs no secrets is there again, and the environment's with its own. */
  restore(): void {
    const { sessionId, log, deps } = this.#core;
    const { model } = log.head;
    if (model === null || deps.connections.resolve(sessionId) !== undefined)
      return;
    const ours = deps.models.defaultConnection?.();
    const isEnvironments =
      ours !== undefined &&
      connectionDestination(ours) === connectionDestination(model) &&
      ours.modelId === model.modelId;
    if (isEnvironments)
      deps.connections.configure(sessionId, ours, model.configuredAt);
    else if (!needsSecrets(model)) deps.connections.adopt(sessionId, model);
  }

  /** Forgets the session's own connection; the environment's, when there is one, takes its place. */
  clear({ actor }: CommandOrigin): Promise<void> {
    const core = this.#core;
    return this.#inTurn(async () => {
      await core.carryOut({ type: "clear_model" }, actor);
      core.deps.connections.clear(core.sessionId);
      core.forgetSecrets();
      await this.#keepDefault();
    });
  }

  /** `MODEL_NOT_CONFIGURED` without a model. */
  async test(signal: AbortSignal): Promise<ModelTestResult> {
    const core = this.#core;
    const { connections, models, now } = core.deps;
    const resolved = connections.resolve(core.sessionId);
    if (core.log.visible.state.model === null || resolved === undefined)
      throw noModel();
    const { openFetch } = models;
    return testConnection({ resolved, openFetch, signal, now });
  }

  async #keepDefault(): Promise<void> {
    const { defaultConnection } = this.#core.deps.models;
    if (defaultConnection === undefined) return;
    const actor = { kind: "system", name: "environment" } as const;
    await this.#keep(defaultConnection(), actor);
  }

  /** One change after the other, so that what is kept and what the log says are the same connection. */
  #inTurn<T>(change: () => Promise<T>): Promise<T> {
    const changed = this.#changes.then(change);
    this.#changes = changed.catch(() => undefined);
    return changed;
  }

  async #keep(
    input: ModelConnectionInput,
    actor: Actor,
  ): Promise<RedactedConnection> {
    const core = this.#core;
    await core.recoverIfCrashed();
    const { connections, wallClock } = core.deps;
    const now = new Date(wallClock()).toISOString();
    const connection = connections.redact(core.sessionId, input, now);
    await core.carryOut({ type: "configure_model", connection }, actor);
    const kept = connections.configure(core.sessionId, input, now);
    core.forgetSecrets();
    return kept;
  }
}

/** The refusal of what needs a model. */
export function noModel(): HarnessError {
  return new HarnessError(
    "MODEL_NOT_CONFIGURED",
    "No model is chosen. Choose one in the model settings.",
  );
}
