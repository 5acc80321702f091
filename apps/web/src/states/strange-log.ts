/** What models, tools and people write at worst: nothing of it may break the page. */
import {
  approvalRequired,
  asked,
  begun,
  completed,
  configured,
  DEMO_CONNECTION,
  requested,
  started,
  wrote,
} from "./canned-log.ts";
import type { CannedCall, LogPart } from "./canned-log.ts";

const UNBROKEN = "x".repeat(400);
const FAMILY = "👩‍👩‍👧‍👦🏳️‍🌈🇨🇳";
const RIGHT_TO_LEFT =
  "`K-9` السعر الجديد 12.50 (كان 10.00).\n\n- أولاً\n- ثانيًا\n\n| العنوان | القيمة |\n| --- | --- |\n| السعر | 12.50 |\n";

/** A tool's name may be as long as forty lines. */
const LONG_NAME = Array.from(
  { length: 40 },
  (_, line) => `tool_${line}_name`,
).join("\n");

const LONG_CALL: CannedCall = {
  toolName: LONG_NAME,
  args: {
    [UNBROKEN.slice(0, 120)]: UNBROKEN,
    deep: { deeper: [[[RIGHT_TO_LEFT]]] },
  },
  number: 1,
};
const ASKED_CALL: CannedCall = {
  toolName: "save_report_draft",
  args: {
    title: `\u202E${FAMILY}\u200B${UNBROKEN}`,
    body: RIGHT_TO_LEFT.repeat(20),
  },
  number: 2,
  ask: true,
};

export const STRANGE: LogPart = [
  ...started(`${FAMILY} ${UNBROKEN}`),
  ...configured({ ...DEMO_CONNECTION, modelId: UNBROKEN.slice(0, 200) }),
  ...asked(`${UNBROKEN}\n${RIGHT_TO_LEFT}\n${FAMILY.repeat(30)}`),
  ...wrote(
    `${RIGHT_TO_LEFT}\n${UNBROKEN}\n\n\`\`\`js\nconst a = "${UNBROKEN}";\n\`\`\`\n\n| ${Array.from({ length: 14 }, (_, column) => `column ${column}`).join(" | ")} |\n|${" --- |".repeat(14)}\n|${" 12345.67 |".repeat(14)}\n\n# ${UNBROKEN.slice(0, 90)}\n\n> > > ${UNBROKEN}\n`,
    "tool_use",
  ),
  ...requested(LONG_CALL),
  ...requested(ASKED_CALL),
  ...approvalRequired(ASKED_CALL, {
    "zh-CN": UNBROKEN.slice(0, 200),
    en: UNBROKEN.slice(0, 200),
  }),
  ...begun(LONG_CALL),
  ...completed(LONG_CALL, `${UNBROKEN}\n${RIGHT_TO_LEFT}`),
];
