/** What a harness session needs to have the simulator for its model: over real sockets, through the real Pi session. */
import type {
  ModelConnectionInput,
  RedactedConnection,
} from "@agent-studio/shared";
import type { ConnectionResolver } from "../../models/resolved-connection.ts";
import type { OpenModelFetch } from "../../models/model-fetch.ts";
import { Secret } from "../../security/secret.ts";
import { baseUrlOf, type SimulatedApi } from "./simulated-api.ts";

/** What `PUT …/model-config` would be given for the simulator. */
export function simulatedConnection(
  api: SimulatedApi,
  origin: string,
  overrides: Partial<RedactedConnection> = {},
): RedactedConnection {
  return {
    providerId: "simulator",
    api,
    baseUrl: baseUrlOf(api, origin),
    modelId: "simulated",
    supportsImages: false,
    hasKey: true,
    keyHint: null,
    configuredAt: "2026-01-01T12:00:00.000Z",
    ...overrides,
  };
}

/** A resolver that knows one key and these headers for every session. */
export function fixedSecrets(
  connection: () => RedactedConnection,
  secrets: Pick<ModelConnectionInput, "apiKey" | "headers">,
): ConnectionResolver {
  return {
    resolve: () => ({
      connection: connection(),
      ...(secrets.apiKey === undefined
        ? {}
        : { apiKey: new Secret(secrets.apiKey) }),
      headers: Object.fromEntries(
        Object.entries(secrets.headers ?? {}).map(([name, value]) => [
          name,
          new Secret(value),
        ]),
      ),
    }),
  };
}

/** The platform's fetch without any guard, for a simulator on this machine. */
export const openUnguardedFetch: OpenModelFetch = () => ({
  fetch: (input, init) => fetch(input, init),
  close: () => Promise.resolve(),
});
