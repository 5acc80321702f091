/** Where the provider of a connection is. Decided on the parsed address, never on its text. */
import type { RedactedConnection } from "@agent-studio/shared";
import { MODEL_PRESETS } from "./model-presets.ts";

/** The base address of a connection: its own, else that of its preset or provider; undefined for a custom provider without one. */
export function providerAddress(
  connection: Pick<RedactedConnection, "baseUrl" | "presetId" | "providerId">,
): string | undefined {
  if (connection.baseUrl !== undefined) return connection.baseUrl;
  return (
    MODEL_PRESETS.find(({ presetId }) => presetId === connection.presetId) ??
    MODEL_PRESETS.find(({ providerId }) => providerId === connection.providerId)
  )?.baseUrl;
}

/** Whether the address is at exactly this host, over https and on its usual port. */
export function isAtHost(address: string, host: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return url.protocol === "https:" && url.hostname === host && url.port === "";
}
