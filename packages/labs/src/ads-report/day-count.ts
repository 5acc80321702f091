/**
 * Reads how many days a message asks for, in Chinese or English. Pure.
 *
 * Weeks count seven days and months thirty; numbers may be digits, words or Chinese numerals. Dates
 * such as 11月7日 are no counts.
 */

const CHINESE_DIGITS = "零一二三四五六七八九";
const ENGLISH_ONES =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const ENGLISH_TENS =
  "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const ENGLISH_WORDS = [...ENGLISH_TENS, ...ENGLISH_ONES].join("|");

const NUMBER = `\\d{1,6}(?:\\.\\d{1,6})?|(?:${ENGLISH_WORDS})(?:[- ](?:${ENGLISH_WORDS}))?|a couple of|an?|[零〇一二两三四五六七八九十百]{1,8}|半`;
const UNIT = "days?|weeks?|fortnights?|months?|个?(?:天|周|星期|礼拜)|个月";
const COUNT = new RegExp(
  `(?<![\\d.\\p{Script=Latin}])(${NUMBER})[\\s-]{0,4}(?:(?:full|whole|整)\\s{0,4})?(${UNIT})(?!\\d|\\p{Script=Latin})`,
  "iu",
);
// 日 also stands in dates, and "last week" has no number: both need a word in front.
const RECENT_DAYS = new RegExp(
  `(?:最近|近|过去|前)\\s*(${NUMBER})\\s*日`,
  "iu",
);
const SINGLE =
  /(?:last|past|previous|this)\s+(day|week|fortnight|month)\b|(?:上|本|这|最近|过去|近)个?(周|星期|礼拜|月)|(今天|昨天|today|yesterday)/iu;

export interface DayCount {
  /** Not yet limited. */
  readonly days: number;
  /** The text without the words that said it. */
  readonly rest: string;
}

/** How many days the text names; undefined when it names none. The first count wins. */
export function readDayCount(text: string): DayCount | undefined {
  const plain = text.normalize("NFKC");
  const counts = [COUNT, RECENT_DAYS].flatMap((pattern) => {
    const match = pattern.exec(plain);
    return match === null ? [] : [match];
  });
  const first = counts.sort((a, b) => a.index - b.index).at(0);
  if (first !== undefined) {
    const days = readNumber(first[1] ?? "") * daysOf(first[2] ?? "天");
    return { days: Math.round(days), rest: cutOut(plain, first) };
  }
  const single = SINGLE.exec(plain);
  if (single === null) return undefined;
  const unit = single[1] ?? single[2] ?? "天";
  return { days: daysOf(unit), rest: cutOut(plain, single) };
}

function cutOut(text: string, { 0: said, index }: RegExpExecArray): string {
  return `${text.slice(0, index)} ${text.slice(index + said.length)}`;
}

function daysOf(unit: string): number {
  if (/week|周|星期|礼拜/i.test(unit)) return 7;
  if (/fortnight/i.test(unit)) return 14;
  return /month|月/i.test(unit) ? 30 : 1;
}

function readNumber(word: string): number {
  if (/^\d/.test(word)) return Number(word);
  return /^[a-z]/i.test(word)
    ? readEnglish(word.toLowerCase())
    : readChinese(word);
}

function readEnglish(words: string): number {
  if (/^an?$/.test(words)) return 1;
  if (words === "a couple of") return 2;
  return words
    .split(/[- ]/)
    .map((word) => {
      const tens = ENGLISH_TENS.indexOf(word);
      return tens >= 0 ? (tens + 2) * 10 : ENGLISH_ONES.indexOf(word);
    })
    .reduce((sum, each) => sum + each, 0);
}

/** Up to 999: 十四, 二十一, 一百二十; 一四 is read digit by digit. */
function readChinese(word: string): number {
  if (word === "半") return 0.5;
  const digits = word.replaceAll("两", "二").replaceAll("〇", "零");
  if (!/[十百]/.test(digits)) {
    return Number(
      Array.from(digits, (each) => CHINESE_DIGITS.indexOf(each)).join(""),
    );
  }
  let total = 0;
  let digit: number | undefined;
  for (const each of digits) {
    const weight = each === "百" ? 100 : each === "十" ? 10 : undefined;
    if (weight === undefined) digit = CHINESE_DIGITS.indexOf(each);
    else {
      total += (digit ?? 1) * weight;
      digit = undefined;
    }
  }
  return total + (digit ?? 0);
}
