import {
  createAssistantMessageEventStream,
  type AssistantMessage,
  type AssistantMessageEventStream,
  type ProviderStreams,
} from "@earendil-works/pi-ai";
import {
  PiAgentSessionFactory,
  createPiModelRuntimeFactory,
} from "../../src/pi-adapters.ts";
import { newId } from "../../src/index.ts";
import type { DemoPace } from "../../src/models/demo-pace.ts";

/** What a provider does to the whole message that the demo model wrote; undefined leaves it as it is. */
export type Tamper = (
  message: AssistantMessage,
  attempt: number,
) => AssistantMessage | undefined;

/** Pi with the demo model, whose finished messages a test changes as odd providers do. */
export function tamperedPi(
  tamper: Tamper,
  pace: DemoPace = "instant",
): PiAgentSessionFactory {
  const base = createPiModelRuntimeFactory({ pace });
  let attempts = 0;
  const change = (inner: AssistantMessageEventStream) => {
    attempts += 1;
    return changed(inner, (message) => tamper(message, attempts) ?? message);
  };
  return new PiAgentSessionFactory({
    newToolCallId: () => newId("call"),
    models: {
      register: (runtime, source, wrap) =>
        base.register(runtime, source, (streams: ProviderStreams) =>
          wrap({
            stream: (...args) => change(streams.stream(...args)),
            streamSimple: (...args) => change(streams.streamSimple(...args)),
          }),
        ),
    },
  });
}

function changed(
  inner: AssistantMessageEventStream,
  change: (message: AssistantMessage) => AssistantMessage,
): AssistantMessageEventStream {
  const out = createAssistantMessageEventStream();
  void (async () => {
    for await (const event of inner) {
      if (event.type !== "done" && event.type !== "error") out.push(event);
    }
    const message = change(await inner.result());
    const { stopReason } = message;
    if (stopReason === "error" || stopReason === "aborted")
      out.push({ type: "error", reason: stopReason, error: message });
    else if (stopReason !== "pending" && stopReason !== "deferred")
      out.push({ type: "done", reason: stopReason, message });
    out.end(message);
  })();
  return out;
}
