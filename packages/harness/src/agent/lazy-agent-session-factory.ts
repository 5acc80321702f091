/** Loads the real factory when the first run needs it: an agent library takes longer to load than all else together. */
import type {
  AgentSessionFactory,
  AgentSessionOptions,
  AgentSessionPort,
} from "./agent-session.ts";

export class LazyAgentSessionFactory implements AgentSessionFactory {
  readonly #load: () => Promise<AgentSessionFactory>;
  #factory: Promise<AgentSessionFactory> | undefined;

  constructor(load: () => Promise<AgentSessionFactory>) {
    this.#load = load;
  }

  /** Rejects like the real one, and when that can't be loaded; the next call then tries again. */
  async create(options: AgentSessionOptions): Promise<AgentSessionPort> {
    const factory = await this.#loaded();
    return factory.create(options);
  }

  #loaded(): Promise<AgentSessionFactory> {
    this.#factory ??= this.#load().catch((error: unknown) => {
      this.#factory = undefined;
      throw error;
    });
    return this.#factory;
  }
}
