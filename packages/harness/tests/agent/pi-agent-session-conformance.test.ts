import {
  PiAgentSessionFactory,
  createPiModelRuntimeFactory,
} from "../../src/pi-adapters.ts";
import { newId, type DemoStep } from "../../src/index.ts";
import {
  agentSessionConformance,
  type ConformanceTurn,
} from "../../src/testing/agent-session-conformance.ts";

/** Long enough to be under way for minutes at the natural pace. */
const ENDLESS = 10_000;

function toSteps({ text, calls, isEndless }: ConformanceTurn): DemoStep[] {
  const written = isEndless === true ? (text ?? "").repeat(ENDLESS) : text;
  return [
    ...(written === undefined
      ? []
      : [{ kind: "text", text: written } as const]),
    ...(calls ?? []).map((call) => ({ kind: "call", ...call }) as const),
  ];
}

agentSessionConformance({
  name: "PiAgentSessionAdapter",
  open: (script) => ({
    demoScript: ({ userText, turn, toolResults }) =>
      toSteps(
        script({
          prompt: userText,
          turn,
          replies: toolResults.map(({ text }) => text),
        }),
      ),
    factory: new PiAgentSessionFactory({
      models: createPiModelRuntimeFactory({ pace: "natural" }),
      newToolCallId: () => newId("call"),
    }),
  }),
});
