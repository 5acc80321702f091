/** Saving, testing and forgetting the model of one session. Nothing secret is kept: a request has it, and then nobody. */
import type {
  ModelConnectionInput,
  ModelTestResult,
  RedactedConnection,
} from "@agent-studio/shared";
import type { ApiClient } from "./api-client.ts";
import { asFailure } from "./api-failure.ts";
import type { ApiFailure } from "./api-failure.ts";
import { createCell } from "./cell.ts";
import type { ReadableCell } from "./cell.ts";

export type SettingsCommand = "saving" | "testing" | "clearing";

export interface ModelSettingsView {
  readonly busy: SettingsCommand | null;
  /** Which command did not work last, and why. */
  readonly failed: {
    readonly command: SettingsCommand;
    readonly failure: ApiFailure;
  } | null;
  /** What the last saving stored, as the server shows it. */
  readonly saved: RedactedConnection | null;
  readonly tested: ModelTestResult | null;
  readonly cleared: boolean;
}

export interface ModelSettings {
  readonly view: ReadableCell<ModelSettingsView>;
  /** Resolves with what is stored now, or with the failure, which stands in the view too. Never rejects. */
  save(input: ModelConnectionInput): Promise<RedactedConnection | ApiFailure>;
  /** Tries the stored connection once. Never rejects. */
  test(): Promise<void>;
  /** Forgets the model and its key. Never rejects. */
  clear(): Promise<void>;
  /** Forgets what the last command brought. */
  dismiss(): void;
  /** Ends a test that is on its way; nobody waits for it any more. Idempotent. */
  close(): void;
}

export interface ModelSettingsOptions {
  readonly api: ApiClient;
  readonly sessionId: string;
}

const NOTHING: ModelSettingsView = {
  busy: null,
  failed: null,
  saved: null,
  tested: null,
  cleared: false,
};

/** The settings of one session's model. */
export function createModelSettings(
  options: ModelSettingsOptions,
): ModelSettings {
  const { api, sessionId } = options;
  const params = { sessionId };
  const view = createCell(NOTHING);
  const end = new AbortController();
  const fail = (command: SettingsCommand, error: unknown): ApiFailure => {
    const failure = asFailure(error);
    const { saved } = view.get();
    view.set({ ...NOTHING, saved, failed: { command, failure } });
    return failure;
  };
  return {
    view,
    async save(input) {
      view.set({ ...NOTHING, busy: "saving" });
      try {
        const { connection } = await api.call("setModel", {
          params,
          body: input,
        });
        view.set({ ...NOTHING, saved: connection });
        return connection;
      } catch (error) {
        return fail("saving", error);
      }
    },
    async test() {
      const { saved } = view.get();
      view.set({ ...NOTHING, saved, busy: "testing" });
      try {
        const { signal } = end;
        const tested = await api.call("testModel", {
          params,
          body: {},
          signal,
        });
        view.set({ ...NOTHING, saved, tested });
      } catch (error) {
        fail("testing", error);
      }
    },
    async clear() {
      view.set({ ...NOTHING, busy: "clearing" });
      try {
        await api.call("clearModel", { params });
        view.set({ ...NOTHING, cleared: true });
      } catch (error) {
        fail("clearing", error);
      }
    },
    dismiss: () => {
      if (view.get().busy === null) view.set(NOTHING);
    },
    close: () => end.abort(),
  };
}
