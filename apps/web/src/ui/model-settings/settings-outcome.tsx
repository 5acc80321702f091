import type { ModelTestResult, RedactedConnection } from "@agent-studio/shared";
import type { ModelSettingsView } from "../../client/model-settings.ts";
import type { SettingsKey } from "../../texts/settings-en.ts";
import { FailureNote } from "../failure-note.tsx";
import { useTexts } from "../text-context.tsx";
import { useSettingsTexts } from "./use-settings-texts.ts";
import type { SettingsText } from "./use-settings-texts.ts";

const TEST_TEXTS: Readonly<Record<string, SettingsKey | undefined>> = {
  PROVIDER_AUTH: "test.auth",
  PROVIDER_UNAVAILABLE: "test.unavailable",
  PROVIDER_PROTOCOL: "test.protocol",
  PROVIDER_RATE_LIMIT: "test.rateLimit",
  PROVIDER_REFUSED: "test.refused",
  BASE_URL_NOT_ALLOWED: "test.address",
};

const BUSY_TEXTS = {
  saving: "save.busy",
  testing: "test.busy",
  clearing: "clear.busy",
} as const;

/** What is going on, and how the last command went. What went well is said politely, what did not at once. */
export function SettingsOutcome(props: {
  readonly view: ModelSettingsView;
  /** A field says it already. */
  readonly isAtField: boolean;
  readonly replaced: RedactedConnection | null;
}) {
  const text = useSettingsTexts();
  const { view, isAtField } = props;
  const { failed, tested } = view;
  return (
    <div className="settings-outcome">
      <div role="status">
        {goodNews(text, props).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      {failed !== null && !isAtField && <CommandFailure failed={failed} />}
      {tested?.status === "failed" && <TestFailure result={tested} />}
    </div>
  );
}

function goodNews(
  text: SettingsText,
  props: {
    readonly view: ModelSettingsView;
    readonly replaced: RedactedConnection | null;
  },
): readonly string[] {
  const { busy, saved, tested, cleared } = props.view;
  const lines: string[] = [];
  if (saved !== null) {
    const { baseUrl } = saved;
    lines.push(
      baseUrl === undefined
        ? text("save.done")
        : text("save.address", { address: baseUrl }),
    );
    if (props.replaced?.hasKey === true && !saved.hasKey)
      lines.push(text("save.keyDropped"));
  }
  if (busy !== null) lines.push(text(BUSY_TEXTS[busy]));
  if (tested?.status === "ok")
    lines.push(text("test.ok", { ms: tested.durationMs }));
  if (tested?.status === "deferred") lines.push(text("test.deferred"));
  if (cleared) lines.push(text("clear.done"));
  return lines;
}

const FAILURE_TEXTS = {
  saving: "save.failed",
  testing: "test.notDone",
  clearing: "clear.failed",
} as const;

function CommandFailure(props: {
  readonly failed: NonNullable<ModelSettingsView["failed"]>;
}) {
  const text = useSettingsTexts();
  const { error } = useTexts();
  const { command, failure } = props.failed;
  const { code, message } = failure;
  if (code === "SESSION_BUSY" && command !== "testing")
    return <FailureNote text={text("busy.refused")} />;
  return (
    <FailureNote text={text(FAILURE_TEXTS[command], { reason: error(code) })}>
      {code === "MODEL_CONFIG_INVALID" && <ServerSentence message={message} />}
    </FailureNote>
  );
}

function TestFailure({ result }: { readonly result: ModelTestResult }) {
  const text = useSettingsTexts();
  const { locale } = useTexts();
  const { code = "", message, durationMs } = result;
  const known = TEST_TEXTS[code];
  // The server knows more than the code says, in English only.
  const isSaid = known === undefined || locale === "en";
  const reason = isSaid ? message : text(known);
  return (
    <FailureNote text={text("test.failed", { ms: durationMs, reason })}>
      {!isSaid && <ServerSentence message={message} />}
    </FailureNote>
  );
}

function ServerSentence({ message }: { readonly message: string }) {
  const text = useSettingsTexts();
  const [before, after] = text("refused.hint").split("{message}");
  return (
    <p className="note server-sentence">
      {before}
      <span lang="en">{message}</span>
      {after}
    </p>
  );
}
