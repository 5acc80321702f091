/** The server is asked to stop in the middle of everything, and is blocked: fault-019, fault-020. */
import { count, must, mustBeWhole, type Fault } from "./fault.ts";
import { StudioClient } from "./studio-client.ts";

const NATURAL = { STUDIO_DEMO_PACE: "natural" };
const STREAMS = 3;
/** Whoever supervises a server gives it longer. */
const STOP_LIMIT_MS = 5000;

export const STOPPING: Fault = {
  name: `SIGTERM while a person is asked, a model speaks and ${STREAMS} streams are open`,
  limitMinutes: 3,
  async run({ start }) {
    const studio = await start({ environment: NATURAL });
    const client = new StudioClient(studio.port);
    const asked = await client.demoSession();
    await client.sendDemoTask(asked);
    const { approvalId } = await client.asked(asked);
    const speaking = await client.demoSession();
    await client.sendDemoTask(speaking);
    await client.until(async () =>
      count(await client.events(speaking), "assistant.delta") > 2
        ? true
        : undefined,
    );
    const streams = Array.from({ length: STREAMS }, () => watch(client, asked));
    await Promise.all(streams.map(({ isOpen }) => isOpen));
    const { code, tookMs } = await studio.stop();
    must(code === 0, `It ended with ${code}.`);
    must(tookMs < STOP_LIMIT_MS, `It took ${tookMs} ms to end.`);
    await Promise.all(streams.map(({ hasEnded }) => hasEnded));
    await start({ port: studio.port });
    const [still] = await client.pending(asked);
    must(still?.approvalId === approvalId, "The question is gone.");
    await client.decide(asked, approvalId, "approve");
    await client.idle(asked);
    const events = await client.events(asked);
    mustBeWhole(events);
    must(count(events, "artifact.saved") === 1, "The report is not saved.");
    const spoken = await client.events(speaking);
    mustBeWhole(spoken);
    must(count(spoken, "run.cancelled") === 1, "The other run did not end.");
    return `ended in ${tookMs} ms with code 0, every stream with it; the question waited and its answer went on, the other run is cancelled with its text kept`;
  },
};

/** A stream that is read until the server ends it. */
function watch(
  client: StudioClient,
  sessionId: string,
): { readonly isOpen: Promise<undefined>; readonly hasEnded: Promise<void> } {
  const {
    promise: isOpen,
    resolve,
    reject,
  } = Promise.withResolvers<undefined>();
  const { signal } = new AbortController();
  const onBytes = (): void => resolve(undefined);
  const hasEnded = client.stream(sessionId, { signal, onBytes });
  hasEnded.catch(reject);
  return { isOpen, hasEnded };
}

export const BLOCKED: Fault = {
  name: "the process stands still for 2 s in a run",
  limitMinutes: 3,
  async run({ start }) {
    const studio = await start({ environment: NATURAL });
    const client = new StudioClient(studio.port);
    const sessionId = await client.demoSession();
    await client.sendDemoTask(sessionId);
    const { pid = 0 } = studio.child;
    process.kill(pid, "SIGSTOP");
    await new Promise((go) => setTimeout(go, 2000));
    process.kill(pid, "SIGCONT");
    const { approvalId } = await client.asked(sessionId);
    await client.decide(sessionId, approvalId, "approve");
    await client.idle(sessionId);
    const events = await client.events(sessionId);
    mustBeWhole(events);
    must(count(events, "run.completed") === 1, "The run did not complete.");
    return `${events.length} events, none lost, one run completed`;
  },
};
