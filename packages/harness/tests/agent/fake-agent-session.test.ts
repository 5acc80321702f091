import { newId } from "../../src/index.ts";
import { agentSessionConformance } from "../../src/testing/agent-session-conformance.ts";
import { FakeAgentSessionFactory } from "../../src/testing/fake-agent-session.ts";

const forever = new Promise<never>(() => undefined);

agentSessionConformance({
  name: "FakeAgentSession",
  open: (script) => ({
    demoScript: () => [],
    factory: new FakeAgentSessionFactory({
      newToolCallId: () => newId("call"),
      script: ({ prompt, turn, replies }) => {
        const { isEndless, ...step } = script({
          prompt,
          turn,
          replies: replies.map(({ text }) => text),
        });
        return isEndless === true ? { ...step, until: forever } : step;
      },
    }),
  }),
});
