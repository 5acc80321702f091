/** What the simulator does with one request: bytes exactly as given, with chosen cuts and waits. */

/** One thing on the wire, in order. */
export type WireStep =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  /** Waits for the promise, or for the client to leave. */
  | { readonly kind: "wait"; readonly until: Promise<unknown> }
  /** Destroys the socket in mid-answer. */
  | { readonly kind: "cut" }
  /** Says nothing more until the client leaves. */
  | { readonly kind: "silence" };

export interface SimulatorReply {
  readonly status: number;
  /** The words after the status; those of the standard unless given. */
  readonly statusText?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly steps: readonly WireStep[];
  /** Closes the connection without any answer. */
  readonly hangsUp?: boolean;
}

const EVENT_STREAM = { "content-type": "text/event-stream" };

const encoder = new TextEncoder();

/** Text or bytes as one write. */
export function bytes(content: string | Uint8Array): WireStep {
  return {
    kind: "bytes",
    bytes: typeof content === "string" ? encoder.encode(content) : content,
  };
}

/** A successful stream of these writes. */
export function streamReply(
  ...steps: readonly (string | Uint8Array | WireStep)[]
): SimulatorReply {
  return { status: 200, headers: EVENT_STREAM, steps: steps.map(toStep) };
}

/** An answer with a status, a body as given (an object as JSON) and headers. */
export function statusReply(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): SimulatorReply {
  const isText = typeof body === "string";
  return {
    status,
    headers: {
      "content-type": isText ? "text/html" : "application/json",
      ...headers,
    },
    steps: [bytes(isText ? body : JSON.stringify(body))],
  };
}

/** The connection ends before any answer. */
export function hangUp(): SimulatorReply {
  return { status: 200, headers: {}, steps: [], hangsUp: true };
}

/** The same bytes in other writes: cut before each of the given places. */
export function cutAt(
  reply: SimulatorReply,
  places: readonly number[],
): SimulatorReply {
  const whole = Buffer.concat(
    reply.steps.flatMap((step) => (step.kind === "bytes" ? [step.bytes] : [])),
  );
  const cuts = [...new Set(places.map((place) => place % (whole.length + 1)))]
    .filter((place) => place > 0 && place < whole.length)
    .sort((a, b) => a - b);
  const steps = [0, ...cuts].map((from, index) =>
    bytes(whole.subarray(from, cuts[index] ?? whole.length)),
  );
  return { ...reply, steps };
}

/** The same bytes one by one. */
export function byteByByte(reply: SimulatorReply): SimulatorReply {
  const length = reply.steps.reduce(
    (sum, step) => sum + (step.kind === "bytes" ? step.bytes.length : 0),
    0,
  );
  return cutAt(
    reply,
    Array.from({ length }, (_, place) => place),
  );
}

function toStep(step: string | Uint8Array | WireStep): WireStep {
  return typeof step === "string" || step instanceof Uint8Array
    ? bytes(step)
    : step;
}
