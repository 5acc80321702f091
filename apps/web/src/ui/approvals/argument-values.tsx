import { EscapedText } from "../escaped-text.tsx";
import { useTexts } from "../text-context.tsx";
import { ArgumentText } from "./argument-text.tsx";
import { countValues, extremesOf, textFacts } from "./argument-facts.ts";
import { useApprovalTexts } from "./use-approval-texts.ts";

/** More values than this are shown as JSON: whole as well, and quick to draw. */
const MOST_VALUES = 3_000;
/** Empty lines in a row that may push what follows out of sight. */
const MANY_BLANK_LINES = 10;

/** Arguments, whole and exact, field by field, so that long text reads as text. */
export function ArgumentValues({ value }: { readonly value: unknown }) {
  const a = useApprovalTexts();
  if (isFields(value) && Object.keys(value).length === 0) {
    return <p className="note">{a("none")}</p>;
  }
  if (countValues(value) > MOST_VALUES) {
    return <ArgumentText text={JSON.stringify(value, null, 2)} />;
  }
  return isFields(value) ? (
    <Fields fields={value} />
  ) : (
    <div className="argument">
      <Kind value={value} />
      <Value value={value} />
    </div>
  );
}

function Fields({ fields }: { readonly fields: Fields }) {
  return (
    <dl className="argument-fields">
      {Object.entries(fields).map(([name, value]) => (
        <div key={name} className="argument">
          <dt>
            <code className="argument-name">
              <EscapedText text={name} dir="ltr" />
            </code>
            <Kind value={value} />
          </dt>
          <dd>
            <Value value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ value }: { readonly value: unknown }) {
  const a = useApprovalTexts();
  if (typeof value === "string") return <TextValue text={value} />;
  if (typeof value === "boolean") {
    return <p className="argument-scalar">{a(value ? "yes" : "no")}</p>;
  }
  if (value === null) return null;
  if (Array.isArray(value)) return <Items items={value} />;
  if (isFields(value)) return <Fields fields={value} />;
  return <ArgumentText text={JSON.stringify(value)} />;
}

function TextValue({ text }: { readonly text: string }) {
  const a = useApprovalTexts();
  const { number } = useTexts();
  const { blankLines } = textFacts(text);
  if (text === "") return null;
  return (
    <>
      {blankLines >= MANY_BLANK_LINES && (
        <p className="argument-warning">
          {a("blankLines", { count: number(blankLines) })}
        </p>
      )}
      <ArgumentText text={text} />
    </>
  );
}

function Items({ items }: { readonly items: readonly unknown[] }) {
  const a = useApprovalTexts();
  const { number } = useTexts();
  return (
    <>
      {extremesOf(items).map((extremes) => (
        <p key={extremes.name} className="argument-warning">
          {a("extremes", {
            name: extremes.name === "" ? "–" : extremes.name,
            least: extremes.least,
            leastAt: number(extremes.leastAt),
            most: extremes.most,
            mostAt: number(extremes.mostAt),
          })}
        </p>
      ))}
      <ol className="argument-items">
        {items.map((item, index) => (
          <li key={index}>
            <span className="argument-kind">
              {a("item", { index: number(index + 1) })}
            </span>
            <Value value={item} />
          </li>
        ))}
      </ol>
    </>
  );
}

/** Of which kind a value is, and how much: `"1"` and `1` are not the same. */
function Kind({ value }: { readonly value: unknown }) {
  return <span className="argument-kind">{useKindText(value)}</span>;
}

function useKindText(value: unknown): string {
  const a = useApprovalTexts();
  const { number } = useTexts();
  if (typeof value === "string") {
    const { characters, lines } = textFacts(value);
    if (characters === 0) return a("kindEmptyText");
    return a(lines > 1 ? "kindLines" : "kindText", {
      count: number(characters),
      lines: number(lines),
    });
  }
  if (typeof value === "number") return a("kindNumber");
  if (typeof value === "boolean") return a("kindBoolean");
  if (value === null || value === undefined) return a("kindNull");
  const count = Object.keys(value).length;
  if (Array.isArray(value)) {
    return a(count === 0 ? "kindEmptyList" : "kindList", {
      count: number(count),
    });
  }
  return a(count === 0 ? "kindEmptyGroup" : "kindGroup", {
    count: number(count),
  });
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
