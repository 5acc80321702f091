import { EscapedText } from "./escaped-text.tsx";
import { escapeInvisible } from "./escape-invisible.ts";
import { jsonText } from "./json-text.ts";
import { useTexts } from "./text-context.tsx";

/** The arguments that will run, whole and exact: nothing formatted, nothing hidden, nothing cut. */
export function ApprovalArguments({ args }: { readonly args: unknown }) {
  const { t } = useTexts();
  const fields = fieldsOf(args);
  const hasEscapes = fields.some(({ name, text }) =>
    [name, text].some((part) =>
      escapeInvisible(part).some(({ escaped }) => escaped),
    ),
  );
  return (
    <div
      role="group"
      className="approval-arguments"
      aria-label={t("approval.exact")}
    >
      <p className="view-title">{t("approval.exact")}</p>
      <dl>
        {fields.map(({ name, text }) => (
          <div key={name} className="argument">
            <dt>
              <EscapedText text={name} />
            </dt>
            <dd>
              <pre
                className="raw-text"
                tabIndex={0}
                role="group"
                aria-label={name}
                dir="ltr"
              >
                <EscapedText text={text} />
              </pre>
              <CharacterCount text={text} />
            </dd>
          </div>
        ))}
      </dl>
      {hasEscapes && <p className="note">{t("approval.escaped")}</p>}
    </div>
  );
}

function CharacterCount({ text }: { readonly text: string }) {
  const { t, number } = useTexts();
  if (text.length < 400) return null;
  return (
    <p className="note">
      {t("skills.characters", { count: number(text.length) })}
    </p>
  );
}

interface Field {
  readonly name: string;
  readonly text: string;
}

/** An object's fields one by one, so that long text reads as text; anything else as its JSON. */
function fieldsOf(args: unknown): readonly Field[] {
  if (typeof args !== "object" || args === null || Array.isArray(args)) {
    return [{ name: "args", text: whole(args) }];
  }
  return Object.entries(args).map(([name, value]: [string, unknown]) => ({
    name,
    text: typeof value === "string" ? value : whole(value),
  }));
}

function whole(value: unknown): string {
  return jsonText(value, Number.POSITIVE_INFINITY).text;
}
