/**
 * The demo script of the lab: a program in place of a model. Pure: where it stands is told by the
 * tool results since the user's message, and everything it reports is read from them.
 */
import type {
  DemoConversation,
  DemoScript,
  DemoStep,
  DemoToolResult,
} from "@agent-studio/harness";
import type { JsonObject, Locale } from "@agent-studio/shared";
import type { AdsMetrics } from "./contract.ts";
import { describeImages } from "./demo-images.ts";
import { DEMO_WORDS } from "./demo-words.ts";
import type { DemoWords } from "./demo-words.ts";
import { composeReport } from "./report-document.ts";
import { readRequest } from "./report-request.ts";
import type { ReportRequest } from "./report-request.ts";
import { keyNumbers, writeReport } from "./report-text.ts";
import {
  readDraft,
  readMetrics,
  readReason,
  readSavedCharacters,
  readSaveOutcome,
  readSentence,
} from "./tool-answer.ts";

const ANALYSIS = "ads-analysis";
const WRITER = "report-writer";
/** A question that the measurements answer as far as the script can. */
const ABOUT_IMAGES =
  /图|照片|相片|截屏|画面|颜色|尺寸|看到|\b(?:images?|pictures?|photos?|screenshots?|see|look|show|colou?rs?|size|describe)\b/iu;
const LOCALES: readonly Locale[] = ["zh-CN", "en"];

/** Skill, query, skill, report, approval, answer; anything else is declined honestly. */
export const adsReportScript: DemoScript = (conversation) => {
  const { userText, earlierUserTexts, locale, toolResults } = conversation;
  const words = DEMO_WORDS[locale];
  const request = readRequest(userText, earlierUserTexts);
  if (request === undefined) return decline(conversation);
  const [guide, writer] = resultsOf(toolResults, "read");
  const query = resultsOf(toolResults, "mock_ads_metrics").at(-1);
  const save = resultsOf(toolResults, "save_report_draft").at(-1);
  const metrics = query === undefined ? undefined : readMetrics(query);

  if (save !== undefined) return conclude(conversation, save, metrics);
  if (guide === undefined) return begin(conversation, request, words);
  if (query === undefined) return ask(request, guide, words);
  if (metrics === undefined) return giveUp(request, query, words);
  if (writer === undefined) return summarize(conversation, metrics, words);
  return requestSave(conversation, metrics, writer);
};

function begin(
  conversation: DemoConversation,
  { accountId, days, askedDays }: ReportRequest,
  words: DemoWords,
): readonly DemoStep[] {
  return [
    { kind: "reasoning", text: words.planSkill },
    say(
      ...describeImages(conversation, conversation.locale),
      words.begin(accountId, days),
      askedDays !== undefined && words.limited(askedDays, days),
    ),
    call("read", { path: `skills/${ANALYSIS}/SKILL.md` }),
  ];
}

function ask(
  { accountId, days }: ReportRequest,
  guide: DemoToolResult,
  words: DemoWords,
): readonly DemoStep[] {
  return [
    say(
      guide.isError && words.skillFailed(ANALYSIS),
      words.query(accountId, days),
    ),
    call("mock_ads_metrics", { accountId, days }),
  ];
}

function giveUp(
  { accountId }: ReportRequest,
  query: DemoToolResult,
  words: DemoWords,
): readonly DemoStep[] {
  return [
    say(
      query.isError
        ? words.queryFailed(accountId, readSentence(query))
        : words.unreadable,
    ),
  ];
}

function summarize(
  { locale }: DemoConversation,
  metrics: AdsMetrics,
  words: DemoWords,
): readonly DemoStep[] {
  const { accountId, period, findings } = metrics;
  const range = `${accountId} (${period.from} – ${period.to})`;
  const numbers = keyNumbers(metrics, locale);
  const summary =
    findings.length === 0
      ? words.noFindings(range, numbers)
      : words.found(range, numbers, findings.length);
  const list = findings.map(({ sentence }) => `- ${sentence[locale]}`);
  return [
    say(summary, list.join("\n"), words.readWriter),
    call("read", { path: `skills/${WRITER}/SKILL.md` }),
  ];
}

function requestSave(
  { locale }: DemoConversation,
  metrics: AdsMetrics,
  writer: DemoToolResult,
): readonly DemoStep[] {
  const words = DEMO_WORDS[locale];
  const { title, body } = writeReport(metrics, locale);
  return [
    { kind: "reasoning", text: words.planReport },
    say(writer.isError && words.skillFailed(WRITER), words.ask(title)),
    call("save_report_draft", { title, body }),
  ];
}

function conclude(
  { locale }: DemoConversation,
  save: DemoToolResult,
  metrics: AdsMetrics | undefined,
): readonly DemoStep[] {
  const words = DEMO_WORDS[locale];
  const outcome = readSaveOutcome(save);
  if (outcome === "saved" || outcome === "edited") {
    return [
      say(
        words.saved(readSavedCharacters(save)),
        outcome === "edited" && words.edited,
        metrics !== undefined && words.numbers(keyNumbers(metrics, locale)),
      ),
    ];
  }
  const reason = readReason(save);
  return [
    say(
      outcome === "failed" ? words.failed(readSentence(save)) : words[outcome],
      reason !== undefined && words.reason(reason),
      words.instead,
      composeReport(readDraft(save)),
    ),
  ];
}

/** About images there is something to say; who sends nothing but images is answered in both languages. */
function decline(conversation: DemoConversation): readonly DemoStep[] {
  const { userText, earlierUserTexts, images, locale } = conversation;
  const isSilent = [userText, ...earlierUserTexts].every(
    (text) => text.trim() === "",
  );
  const about = (isSilent ? LOCALES : [locale]).flatMap((each) =>
    describeImages(conversation, each),
  );
  const isAnswered =
    images.length > 0 &&
    (userText.trim() === "" || ABOUT_IMAGES.test(userText));
  return [say(...about, !isAnswered && DEMO_WORDS[locale].cannot)];
}

function resultsOf(
  results: readonly DemoToolResult[],
  toolName: string,
): readonly DemoToolResult[] {
  return results.filter((each) => each.toolName === toolName);
}

function call(toolName: string, args: JsonObject): DemoStep {
  return { kind: "call", toolName, args };
}

/** One text of the paragraphs that apply. */
function say(...paragraphs: readonly (string | false)[]): DemoStep {
  const text = paragraphs.filter((each) => each !== false && each !== "");
  return { kind: "text", text: text.join("\n\n") };
}
