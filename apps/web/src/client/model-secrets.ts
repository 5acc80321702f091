/** Whether a connection lacks its key, and when the server drops one. */
import type { ModelPreset, RedactedConnection } from "@agent-studio/shared";

type Destination = Pick<RedactedConnection, "providerId"> & {
  readonly presetId?: string | null | undefined;
  readonly api: string;
  readonly baseUrl?: string | undefined;
};

/** The preset of a connection: the one it names, else that of its provider. */
export function presetOf(
  { presetId, providerId }: Pick<Destination, "presetId" | "providerId">,
  presets: readonly ModelPreset[],
): ModelPreset | undefined {
  return (
    presets.find((preset) => preset.presetId === presetId) ??
    presets.find((preset) => preset.providerId === providerId)
  );
}

/** Whether requests of this connection go to a provider that answers nobody without a key. */
export function needsKey(
  connection: Destination,
  presets: readonly ModelPreset[],
): boolean {
  const preset = presetOf(connection, presets);
  if (preset?.needsApiKey !== true || preset.baseUrl === undefined)
    return false;
  const address = connection.baseUrl ?? "";
  return address === "" || originOf(address) === originOf(preset.baseUrl);
}

/** What the top bar says of a session's model. */
export type ModelState = "none" | "configured" | "key_missing";

/** The state of a session's model. */
export function modelState(
  model: RedactedConnection | null,
  presets: readonly ModelPreset[],
): ModelState {
  if (model === null) return "none";
  return !model.hasKey && needsKey(model, presets)
    ? "key_missing"
    : "configured";
}

/** Whether the server keeps a secret of this connection. */
export function holdsSecrets(stored: RedactedConnection | null): boolean {
  return (
    stored !== null && (stored.hasKey || (stored.headers ?? []).length > 0)
  );
}

/**
 * The origin that the stored key and headers were given for, when saving the draft would drop them: they go nowhere
 * else. Null when they stay, when there are none, and while the address is no address yet.
 */
export function droppedOrigin(
  stored: RedactedConnection | null,
  draft: Destination,
  presets: readonly ModelPreset[],
): string | null {
  if (stored === null || !holdsSecrets(stored)) return null;
  const origin = originOf(stored.baseUrl ?? "");
  const typed = draft.baseUrl?.trim() ?? "";
  const next = originOf(
    typed === "" ? (presetOf(draft, presets)?.baseUrl ?? "") : typed,
  );
  return origin === null || next === null || origin === next ? null : origin;
}

/** The origin of an address; null for what is none. */
export function originOf(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { origin } = new URL(address);
  return origin === "null" ? null : origin;
}
