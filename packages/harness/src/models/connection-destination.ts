import type { ModelConnectionInput } from "@agent-studio/shared";

/** Where a key may be sent, as a text that can be compared: the origin of its address. Nowhere else is it used. */
export function connectionDestination({
  baseUrl,
  api,
  providerId,
}: Pick<ModelConnectionInput, "baseUrl" | "api" | "providerId">): string {
  if (baseUrl === undefined || !URL.canParse(baseUrl))
    return `${api} ${providerId}`;
  return new URL(baseUrl).origin;
}
