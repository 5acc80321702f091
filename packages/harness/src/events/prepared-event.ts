import { encodeEventFrame, isEffectEvent } from "@agent-studio/shared";
import { EventStoreError } from "./event-store.ts";
import type { StoredEvent } from "./event-store.ts";

/** An event on its way to its commit, already in the form in which it is kept. */
export interface PreparedEvent {
  readonly event: StoredEvent;
  readonly frame: string;
  readonly frameBytes: number;
  /** JSON, so that nobody can change what was sealed; undefined when nothing was. */
  readonly sealedJson: string | undefined;
}

/** Whether it is nothing but a step of what streams: it may be kept a little later, together with others. */
export function mayWait({ event, sealedJson }: PreparedEvent): boolean {
  return sealedJson === undefined && !isEffectEvent(event);
}

/** Writes an event and its sealed part down. Throws `not_serializable` or `too_large`. */
export function prepareEvent(
  event: StoredEvent,
  sealed: unknown,
  maxBytes: number,
): PreparedEvent {
  const { frame, sealedJson } = serialize(event, sealed);
  const frameBytes = Buffer.byteLength(frame);
  if (frameBytes > maxBytes) {
    throw new EventStoreError(
      "too_large",
      `An event of type ${event.type} has ${frameBytes} bytes; ${maxBytes} are allowed.`,
    );
  }
  return { event, frame, frameBytes, sealedJson };
}

function serialize(
  event: StoredEvent,
  sealed: unknown,
): Pick<PreparedEvent, "frame" | "sealedJson"> {
  try {
    const frame = encodeEventFrame(event);
    // What is no JSON at all, such as a function, has no text and is no sealed part.
    const sealedJson: string | undefined = JSON.stringify(sealed);
    return { frame, sealedJson };
  } catch (cause) {
    throw new EventStoreError(
      "not_serializable",
      `An event of type ${event.type} can't be written as JSON.`,
      { cause },
    );
  }
}
