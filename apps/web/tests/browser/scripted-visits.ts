import { approvalsOn } from "./approval-steps.ts";
import {
  providerSettings,
  startScriptedProvider,
} from "./scripted-provider.ts";
import type { ScriptedProvider } from "./scripted-provider.ts";
import { startServer } from "./studio-under-test.ts";
import type { Visitor, VisitorOptions } from "./studio-under-test.ts";
import { studioVisits } from "./studio-visits.ts";
import type { StudioVisits } from "./studio-visits.ts";

export interface ScriptedVisits {
  readonly visits: StudioVisits;
  /** What was asked of the model so far. */
  provider(): ScriptedProvider;
  /** A person with a browser of their own, before questions and answers. */
  welcome(
    options?: Partial<VisitorOptions>,
  ): Promise<Visitor & ReturnType<typeof approvalsOn>>;
}

/** A studio for a file of tests whose model says what a script has for it. */
export function scriptedVisits(
  script: Parameters<typeof startScriptedProvider>[0],
): ScriptedVisits {
  let started: ScriptedProvider | undefined;
  const visits = studioVisits(async () => {
    const provider = await startScriptedProvider(script);
    started = provider;
    const settings = providerSettings(provider.origin);
    const { address, stop } = await startServer("instant", settings);
    return {
      address,
      async stop() {
        await stop();
        await provider.stop();
      },
    };
  });
  return {
    visits,
    provider() {
      if (started === undefined) throw new Error("No test runs yet.");
      return started;
    },
    async welcome(options = {}) {
      const visitor = await visits.visit(options);
      const approvals = approvalsOn(visitor.page, options.locale);
      await approvals.studio.ready();
      return { ...visitor, ...approvals };
    },
  };
}
