/** How the harness reaches real models: where they may be, the way there, and what new sessions start with. */
import type { ModelConnectionInput } from "@agent-studio/shared";
import type { OpenModelFetch } from "./model-fetch.ts";
import type { CheckBaseUrl } from "./prepare-connection.ts";

export interface ModelAccess {
  readonly checkBaseUrl: CheckBaseUrl;
  readonly openFetch: OpenModelFetch;
  /**
   * The environment's connection: new sessions start with it, and return to it when theirs is cleared. A function, since
   * it holds a key that must show in nothing.
   */
  readonly defaultConnection?: () => ModelConnectionInput;
}
