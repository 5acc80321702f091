/**
 * What a message asks the demo script for: which account, how many days. Pure.
 *
 * A follow-up such as "and 14 days?" takes the account from the messages before.
 */
import { MAX_DAYS } from "./contract.ts";
import { readDayCount } from "./day-count.ts";

export interface ReportRequest {
  readonly accountId: string;
  /** 1 to 30. */
  readonly days: number;
  /** What was asked for, where it was outside 1 to 30. */
  readonly askedDays?: number;
}

const DEFAULT_ACCOUNT = "demo-account";
const DEFAULT_DAYS = 7;

const SUBJECT =
  /广告|投放|账户|帐户|账号|指标|报告|周报|点击率|转化|花费|\b(?:ads?|advertis\w*|campaigns?|accounts?|metrics?|reports?|ctr|cpc|cpa|roas)\b|-account\b/iu;
const AGAIN = /再|重|保存|\b(?:again|redo|retry|save|same)\b/iu;
// A follow-up says nothing but these words and a number of days: the weather of today is none.
const FILLERS =
  /那|呢|换|改|成|为|再|重|新|来|做|一|次|遍|份|看|查|试|的|请|下|吧|要|我|给|帮|你|它|而|不|是|就|天|周|日|个|最近|过去|前|近|保存|分析|\b(?:what|about|how|and|or|now|then|for|from|of|in|on|over|with|to|not|the|a|an|last|past|same|do|run|make|use|try|show|change|redo|retry|save|again|instead|please|me|you|it|that|this|can|could|would|days?|weeks?|months?)\b/giu;
const NAMED_ACCOUNT = /(?<![\w-])((?:[\w]+-)+account)(?![\w-])/iu;
const AFTER_WORD =
  /(?:\baccount(?:\s+id)?|账户|帐户|账号)\s*(?:is|named|called|为|是)?\s*[:：=]?\s*["'“「`]?([\w][\w.-]*)/iu;
const IDENTIFIER = /[\d_-]/;

/** Undefined when the message asks for something that the script does not cover. */
export function readRequest(
  text: string,
  earlier: readonly string[],
): ReportRequest | undefined {
  const context = earlier.filter(isCovered).toReversed();
  const follows = context.length > 0 && isFollowUp(text);
  if (!isCovered(text) && !follows) return undefined;
  const texts = [text, ...context];
  const asked =
    firstOf(texts, (each) => readDayCount(each)?.days) ?? DEFAULT_DAYS;
  const days = Math.min(Math.max(asked, 1), MAX_DAYS);
  return {
    accountId: firstOf(texts, readAccount) ?? DEFAULT_ACCOUNT,
    days,
    ...(days === asked ? {} : { askedDays: asked }),
  };
}

function isCovered(text: string): boolean {
  return SUBJECT.test(text);
}

function isFollowUp(text: string): boolean {
  const count = readDayCount(text);
  if (count === undefined && !AGAIN.test(text)) return false;
  const rest = (count?.rest ?? text).replace(FILLERS, "");
  return !/\p{L}/u.test(rest);
}

function readAccount(text: string): string | undefined {
  const plain = readDayCount(text)?.rest ?? text.normalize("NFKC");
  const named = NAMED_ACCOUNT.exec(plain)?.[1];
  if (named !== undefined) return named;
  const after = AFTER_WORD.exec(plain)?.[1];
  // "the account over the last week" names none; ids have a digit, a dash or an underscore.
  return after !== undefined && IDENTIFIER.test(after) ? after : undefined;
}

function firstOf<T>(
  texts: readonly string[],
  read: (text: string) => T | undefined,
): T | undefined {
  for (const text of texts) {
    const value = read(text);
    if (value !== undefined) return value;
  }
  return undefined;
}
