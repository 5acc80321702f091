/** The provider simulator in the place of a model that does the demo task of the first lab, and sessions that use it. */
import {
  answerReply,
  apiOfPath,
  baseUrlOf,
  type Answer,
  type SimulatedApi,
  type SimulatorReply,
  type SimulatorRequest,
  type SimulatorScript,
} from "@agent-studio/harness/testing";
import type { ModelConnectionInput } from "@agent-studio/shared";

/** What the model saves. */
export const REPORT = "# 报告\n\n## 账户总结\n\nAll is well.\n";

const call = (name: string, args: Readonly<Record<string, unknown>>) => ({
  calls: [{ name, args }],
});

const ANSWERS: readonly Answer[] = [
  {
    reasoning: "First the guide.",
    text: "I read the guide.",
    ...call("read", { path: "skills/ads-analysis/SKILL.md" }),
  },
  {
    text: "Now the numbers.",
    ...call("mock_ads_metrics", { accountId: "demo-account", days: 7 }),
  },
  call("read", { path: "skills/report-writer/SKILL.md" }),
  {
    text: "May I save this?",
    ...call("save_report_draft", { title: "Report", body: REPORT }),
  },
  { text: "The report is saved.", usage: { input: 1200, output: 30 } },
];

/** Answers the requests of one run after the other, in the form of the api that each speaks. */
export function reportScript(): SimulatorScript {
  let next = 0;
  return (request) => {
    const answer = ANSWERS[next % ANSWERS.length] ?? {};
    next += 1;
    return replyTo(request, answer);
  };
}

/** An answer in the form of the api that the request speaks. */
export function replyTo(
  request: SimulatorRequest,
  answer: Answer,
): SimulatorReply {
  const api = apiOfPath(request.path);
  if (api === undefined) throw new Error(`No api has ${request.path}.`);
  return answerReply(api, answer);
}

/** A connection to the simulator, as a person would enter it. */
export function simulatorInput(
  api: SimulatedApi,
  origin: string,
  overrides: Partial<ModelConnectionInput> = {},
): ModelConnectionInput {
  return {
    providerId: "simulator",
    api,
    baseUrl: baseUrlOf(api, origin),
    modelId: "simulated",
    supportsImages: false,
    apiKey: "sk-test-0123456789",
    ...overrides,
  };
}
