import type { ModelPreset, RedactedConnection } from "@agent-studio/shared";
import { modelName } from "../model-name.ts";
import { useTexts } from "../text-context.tsx";
import { useSettingsTexts } from "./use-settings-texts.ts";

/** What the server keeps for this session: of a key the hint, of headers the names. */
export function StoredModel(props: {
  readonly stored: RedactedConnection | null;
  readonly presets: readonly ModelPreset[];
}) {
  const text = useSettingsTexts();
  const texts = useTexts();
  const { stored, presets } = props;
  if (stored === null) return <p>{text("stored.none")}</p>;
  const name = modelName(stored, presets, texts);
  const headers = stored.headers ?? [];
  const hint = stored.hasKey
    ? (stored.keyHint ?? text("stored.keyUnseen"))
    : text("stored.noKey");
  return (
    <ul className="stored-model">
      <li>{text("stored.model", { name })}</li>
      {stored.baseUrl !== undefined && (
        <li>{text("stored.address", { address: stored.baseUrl })}</li>
      )}
      {stored.api !== "demo" && <li>{text("stored.key", { hint })}</li>}
      {headers.length > 0 && (
        <li>{text("stored.headers", { names: headers.join(", ") })}</li>
      )}
    </ul>
  );
}
