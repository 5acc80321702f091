/**
 * The recorded messages of a run that is resumed: they stand for the model until they are used up, so that nothing is
 * asked of a provider, and paid, twice.
 */
import {
  createAssistantMessageEventStream,
  type AssistantMessage,
  type AssistantMessageEventStream,
} from "@earendil-works/pi-ai";
import { parseAssistant } from "./pi-history.ts";

export class PiReplayTape {
  readonly #messages: readonly AssistantMessage[];
  #next = 0;
  #isPlaying = false;

  /** Failed and broken attempts are no part of what the loop went on from. */
  constructor(sealed: readonly unknown[]) {
    this.#messages = sealed.flatMap((record) => {
      const message = parseAssistant(record);
      const isKept =
        message !== undefined &&
        message.stopReason !== "error" &&
        message.stopReason !== "aborted";
      return isKept ? [message] : [];
    });
  }

  /** Whether the message that the loop reports now comes from here. */
  get isPlaying(): boolean {
    return this.#isPlaying;
  }

  /** The stream of the next recorded message; undefined when the model itself is to be asked. */
  next(): AssistantMessageEventStream | undefined {
    const message = this.#messages[this.#next];
    this.#isPlaying = message !== undefined;
    if (message === undefined) return undefined;
    this.#next += 1;
    const { stopReason } = message;
    const reason =
      stopReason === "toolUse" || stopReason === "length" ? stopReason : "stop";
    const stream = createAssistantMessageEventStream();
    stream.push({ type: "done", reason, message: structuredClone(message) });
    stream.end(message);
    return stream;
  }
}
