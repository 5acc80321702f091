import type { ToolCallPart } from "@agent-studio/shared";
import { EscapedText } from "./escaped-text.tsx";
import { useThreadTexts } from "./use-thread-texts.ts";

const SHOWN_FIELDS = 6;
const SHOWN_CHARACTERS = 160;

/** What a call asks for, in short: a line a field. The whole stands in the raw data. */
export function ToolAsked({ call }: { readonly call: ToolCallPart }) {
  const tt = useThreadTexts();
  const fields = fieldsOf(call.args);
  if (fields.length === 0) return null;
  const left = fields.length - SHOWN_FIELDS;
  return (
    <dl className="key-values tool-asked">
      {fields.slice(0, SHOWN_FIELDS).map(([name, text]) => (
        <div key={name}>
          <dt>
            <EscapedText text={cut(name)} />
          </dt>
          <dd>
            <code dir="ltr">
              <EscapedText text={cut(text)} />
            </code>
          </dd>
        </div>
      ))}
      {left > 0 && (
        <div>
          <dt>{tt("tool.more", { count: left })}</dt>
        </div>
      )}
    </dl>
  );
}

function cut(text: string): string {
  return text.length > SHOWN_CHARACTERS
    ? `${text.slice(0, SHOWN_CHARACTERS)}…`
    : text;
}

function fieldsOf(args: unknown): readonly (readonly [string, string])[] {
  if (typeof args !== "object" || args === null || Array.isArray(args)) {
    return [];
  }
  return Object.entries(args).map(([name, value]: [string, unknown]) => [
    name,
    shortText(value),
  ]);
}

/** Lists and objects are named by their size: what is in them may be of any size. */
function shortText(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return `[${String(value.length)}]`;
  if (typeof value === "object" && value !== null) {
    return `{${String(Object.keys(value).length)}}`;
  }
  return String(value);
}
