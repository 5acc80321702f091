import type {
  AssistantMessage,
  Message,
  MessagePart,
  ToolCallPart,
} from "@agent-studio/shared";

/** More finished calls than this in a row are folded into one line. */
export const FOLD_ABOVE = 3;

/** One line of the conversation: a message, or the steps of several that said nothing. */
export type ThreadRow =
  | { readonly kind: "message"; readonly message: Message }
  | {
      readonly kind: "steps";
      readonly key: string;
      readonly messages: readonly AssistantMessage[];
      readonly calls: number;
    };

/** The finished messages as rows. Messages of one run that only made calls, all done, become one row where the calls are many. */
export function threadRows(messages: readonly Message[]): readonly ThreadRow[] {
  const rows: ThreadRow[] = [];
  let quiet: AssistantMessage[] = [];
  const flush = () => {
    rows.push(...rowsOfQuiet(quiet));
    quiet = [];
  };
  for (const message of messages) {
    if (quiet.length > 0 && quiet[0]?.runId !== message.runId) flush();
    if (isQuiet(message)) {
      quiet.push(message);
      continue;
    }
    flush();
    rows.push({ kind: "message", message });
  }
  flush();
  return rows;
}

function rowsOfQuiet(quiet: readonly AssistantMessage[]): readonly ThreadRow[] {
  const calls = quiet.reduce(
    (sum, { parts }) => sum + parts.filter(isFinishedCall).length,
    0,
  );
  const first = quiet[0];
  // One message folds its own calls.
  if (first === undefined || quiet.length === 1 || calls <= FOLD_ABOVE) {
    return quiet.map((message) => ({ kind: "message", message }));
  }
  const key = `steps:${first.messageId}`;
  return [{ kind: "steps", key, messages: quiet, calls }];
}

/** A message in which nothing but finished calls is to be seen. */
function isQuiet(message: Message): message is AssistantMessage {
  if (message.role === "user" || message.parts.length === 0) return false;
  const { end } = message;
  if (end !== undefined && end.status !== "completed") return false;
  return message.parts.every((part) => isFinishedCall(part) || isAside(part));
}

/** Done without a question to a person and without a file: nothing one has to see. */
export function isFinishedCall(part: MessagePart): part is ToolCallPart {
  return (
    part.kind === "tool" &&
    part.state === "completed" &&
    part.approval === undefined &&
    part.artifact === undefined
  );
}

/** What may stand between calls that are folded together. */
function isAside(part: MessagePart): boolean {
  return part.kind === "reasoning" || (part.kind === "text" && isBlank(part));
}

function isBlank({ text }: { readonly text: string }): boolean {
  return text.trim() === "";
}

/** The parts of a message in order, with each long series of finished calls as one group. */
export type PartGroup =
  | { readonly kind: "part"; readonly part: MessagePart }
  | {
      readonly kind: "steps";
      readonly key: string;
      readonly parts: readonly MessagePart[];
      readonly calls: number;
    };

/** Groups the parts of one message; `FOLD_ABOVE` calls and fewer stay as they are. */
export function partGroups(
  parts: readonly MessagePart[],
): readonly PartGroup[] {
  const groups: PartGroup[] = [];
  let series: MessagePart[] = [];
  const flush = () => {
    groups.push(...groupsOfSeries(series));
    series = [];
  };
  for (const part of parts) {
    const continues = series.length > 0 && isAside(part);
    if (isFinishedCall(part) || continues) {
      series.push(part);
      continue;
    }
    flush();
    groups.push({ kind: "part", part });
  }
  flush();
  return groups;
}

function groupsOfSeries(series: readonly MessagePart[]): readonly PartGroup[] {
  // What follows the last call is no step: it stays in sight.
  const end = series.findLastIndex(isFinishedCall) + 1;
  const steps = series.slice(0, end);
  const calls = steps.filter(isFinishedCall).length;
  const alone = (part: MessagePart): PartGroup => ({ kind: "part", part });
  if (calls <= FOLD_ABOVE) return series.map(alone);
  const key = `steps:${String(steps[0]?.part ?? 0)}`;
  return [
    { kind: "steps", key, parts: steps, calls },
    ...series.slice(end).map(alone),
  ];
}
