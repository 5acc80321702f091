/** How requests to a model leave this machine. */
import type { RedactedConnection } from "@agent-studio/shared";
import type { GuardedFetch } from "./guarded-fetch.ts";

export type ModelFetch = typeof fetch;

/** Opens the way to the provider of one connection, for one run. What opens it closes it. */
export type OpenModelFetch = (connection: RedactedConnection) => GuardedFetch;
