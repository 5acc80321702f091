/** Every state of the page that a person can meet, each as what the server does and what was done on the page. */
import type { Locale, ToolChange } from "@agent-studio/shared";
import {
  approvalRequired,
  approvalResolved,
  asked,
  begun,
  CANCELLED,
  completed,
  configured,
  DEMO_CONNECTION,
  DONE,
  FAILED,
  logOf,
  requested,
  REPORT,
  RETRYING,
  saved,
  started,
  writing,
  wrote,
} from "./canned-log.ts";
import type { CannedCall, LogPart } from "./canned-log.ts";
import type { Refusal, ServerState } from "./canned-server.ts";
import { connectionStates, refusedStates } from "./connection-states.ts";
import type { PageState } from "./page-state.ts";
import { STRANGE } from "./strange-log.ts";

const WORDS = {
  "zh-CN": {
    title: "广告报告",
    ask: "分析 demo-account 最近 7 天的投放表现。",
    say: "先读取技能，再查询数据。\n\n- 花费 **23412.15**\n- `ROAS` 3.90\n",
    end: "花费 23412.15，收入 91268.63，ROAS 3.90。",
  },
  en: {
    title: "Ads report",
    ask: "Analyse the last 7 days of demo-account.",
    say: "First the skill, then the figures.\n\n- Spend **23,412.15**\n- `ROAS` 3.90\n",
    end: "Spend 23,412.15, revenue 91,268.63, ROAS 3.90.",
  },
} as const satisfies Record<Locale, object>;

const READ: CannedCall = {
  toolName: "read",
  args: { path: "skills/report-writer/SKILL.md" },
  number: 1,
};
const SAVE: CannedCall = {
  toolName: "save_report_draft",
  args: {
    title: "demo-account 2026-11",
    body: REPORT,
  },
  number: 2,
  ask: true,
};
/** The tool of the question, and what another version of the lab says of it. */
const SAVE_CHANGED: ToolChange = {
  before: {
    description: "Saves the report as report.md.",
    parameters: {
      type: "object",
      properties: { title: { type: "string", maxLength: 200 } },
      required: ["title"],
    },
    policy: "ask",
  },
  after: {
    description: "Saves the report as report.md and sends it to the team.",
    parameters: {
      type: "object",
      properties: { title: { type: "string", maxLength: 80 } },
      required: ["title"],
    },
    policy: "always_ask",
  },
};
const SUMMARY = { "zh-CN": "保存报告 report.md", en: "Save report.md" };

/** All states, in the order of the gallery. */
export function pageStates(locale: Locale): readonly PageState[] {
  const words = WORDS[locale];
  const empty: LogPart = started(words.title);
  const ready: LogPart = [...empty, ...configured()];
  const run: LogPart = [...ready, ...asked(words.ask)];
  const turn: LogPart = [...run, ...wrote(words.say, "tool_use")];
  const waits: LogPart = [
    ...turn,
    ...requested(READ),
    ...requested(SAVE),
    ...approvalRequired(SAVE, SUMMARY),
    ...begun(READ),
    ...completed(READ, "# Report writer\n"),
  ];
  const over: LogPart = [...run, ...wrote(words.end), ...DONE];
  return [
    ...entryStates(empty),
    ...runStates({ empty, ready, run, turn, waits, over }, words.end),
    ...connectionStates(over),
    ...refusedStates(over),
    ...otherStates(over),
    ...openedStates(over, waits, [
      ...waits,
      ...approvalResolved(SAVE, "approved"),
      ...begun(SAVE),
      ...saved(SAVE),
      ...completed(SAVE, "report.md"),
      ...DONE,
    ]),
  ];
}

function entryStates(empty: LogPart): readonly PageState[] {
  const events = logOf(empty);
  const refused = (createViewer: Refusal | "unreachable"): ServerState => ({
    events,
    refused: { createViewer },
  });
  const limited = { code: "RATE_LIMITED", retryAfterSeconds: 40 } as const;
  const locked = refused({ code: "ACCESS_CODE_REQUIRED" });
  return [
    {
      name: "loading",
      server: { events, refused: { listLabs: "silent" } },
      until: "loading",
    },
    { name: "access-code", server: locked, until: "entry" },
    { name: "access-code-wrong", server: locked, done: "accessCode" },
    {
      name: "access-code-limited",
      server: refused(limited),
      done: "accessCode",
    },
    {
      name: "opening-failed",
      server: refused({ code: "INTERNAL" }),
      until: "entry",
    },
    { name: "opening-limited", server: refused(limited), until: "entry" },
    {
      name: "opening-unreachable",
      server: refused("unreachable"),
      until: "entry",
    },
  ];
}

interface Logs {
  readonly empty: LogPart;
  readonly ready: LogPart;
  readonly run: LogPart;
  readonly turn: LogPart;
  readonly waits: LogPart;
  readonly over: LogPart;
}

function runStates(logs: Logs, end: string): readonly PageState[] {
  const of = (name: string, ...parts: readonly LogPart[]): PageState => ({
    name,
    server: { events: logOf(...parts) },
  });
  const keyed = {
    ...DEMO_CONNECTION,
    presetId: "openai",
    providerId: "openai",
  };
  const { empty, ready, run, turn, waits, over } = logs;
  return [
    of("no-model", empty),
    of("key-missing", empty, configured({ ...keyed, api: "openai-responses" })),
    of("empty", ready),
    {
      name: "replaying",
      server: { events: logOf(run), unfinished: true },
    },
    of("thinking", run),
    of("writing", run, writing(end)),
    of("tool-running", turn, requested(READ), begun(READ)),
    of("retrying", run, RETRYING),
    of("approval", waits),
    of("approval-denied", waits, approvalResolved(SAVE, "denied")),
    of("approval-expired", waits, approvalResolved(SAVE, "expired")),
    of("approval-cancelled", waits, approvalResolved(SAVE, "cancelled")),
    of(
      "approval-invalidated",
      waits,
      approvalResolved(SAVE, "invalidated", SAVE_CHANGED),
    ),
    of("answered", over),
    of("failed", run, wrote(end, "error"), FAILED),
    of("cancelled", run, CANCELLED),
  ];
}

function otherStates(over: LogPart): readonly PageState[] {
  const events = logOf(over);
  const limited = { code: "RATE_LIMITED", retryAfterSeconds: 25 } as const;
  return [
    {
      name: "busy-elsewhere",
      server: { events, refused: { sendMessage: { code: "SESSION_BUSY" } } },
      done: "sent",
    },
    {
      name: "limited",
      server: { events, refused: { createSession: limited } },
      done: "created",
    },
    { name: "crashed", server: { events }, crash: true },
    { name: "many-sessions", server: { events, moreSessions: true } },
    { name: "strange", server: { events: logOf(STRANGE), moreSessions: true } },
  ];
}

/** Shows the sessions, skills and files: behind a tab, in a drawer, or there already. */
const SHOW_LEFT =
  "#tab-skills, #toggle-left[aria-expanded=false], #panel-skills";

/** What a person opens, one step after the other. */
function openedStates(
  over: LogPart,
  waits: LogPart,
  saves: LogPart,
): readonly PageState[] {
  const events = logOf(over);
  return [
    {
      name: "deletion",
      server: { events, moreSessions: true },
      press: [
        SHOW_LEFT,
        "[data-current=true] .session-actions button:last-child",
      ],
    },
    {
      name: "labs",
      server: { events, moreLabs: true },
      press: [SHOW_LEFT, "#new-session"],
    },
    {
      name: "approvals",
      server: { events: logOf(waits) },
      press: [".approvals-button"],
    },
    {
      name: "preview",
      server: { events: logOf(saves) },
      press: [SHOW_LEFT, ".artifact-actions button"],
    },
  ];
}
