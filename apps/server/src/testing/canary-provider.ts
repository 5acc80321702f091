/** A provider that gives away what it was sent, wherever an answer has room for it. */
import {
  answerFrames,
  apiOfPath,
  echoOf,
  statusReply,
  streamReply,
  type SimulatorReply,
  type SimulatorRequest,
  type SimulatorScript,
} from "@agent-studio/harness/testing";
import { replyTo } from "./report-model.ts";

/** One message of a person, and how the provider answers it. */
export interface LeakyAnswer {
  readonly name: string;
  readonly reply: (request: SimulatorRequest) => SimulatorReply;
}

/** What the request carried, as it is and in other spellings. */
function everyForm(request: SimulatorRequest): string {
  const values = Object.entries(request.headers)
    .filter(([name]) => /^(?:x-|authorization)/.test(name))
    .map(([, value]) => value);
  const forms = values.flatMap((value) => {
    const bytes = Buffer.from(value);
    return [
      bytes.toString("base64"),
      bytes.toString("base64url"),
      bytes.toString("hex"),
      encodeURIComponent(value),
      JSON.stringify(JSON.stringify(value)),
      [...bytes].join(","),
    ];
  });
  // What an answer gave away comes back in the next request, so the body is told in part.
  const told = echoOf({ ...request, bodyText: request.bodyText.slice(0, 500) });
  return `${told} ${forms.join(" ")}`;
}

/** As it may stand in a header or a status line. */
function keyOf({ headers }: SimulatorRequest): string {
  return headers["authorization"] ?? headers["x-api-key"] ?? "";
}

function toolNameOf(request: SimulatorRequest): string {
  return `x_${Buffer.from(keyOf(request)).toString("hex").slice(0, 60)}`;
}

const errorOf = (request: SimulatorRequest) => {
  const message = everyForm(request);
  return { type: "invalid_request_error", code: keyOf(request), message };
};

/** An answer whose stream breaks after a text, with an error that tells everything. */
function errorInside(request: SimulatorRequest): SimulatorReply {
  const api = apiOfPath(request.path) ?? "openai-completions";
  const frames = answerFrames(api, { text: everyForm(request) });
  const error = errorOf(request);
  const data = { type: "error", error, response: { error } };
  const told = `event: error\ndata: ${JSON.stringify(data)}\n\n`;
  return streamReply(...frames.slice(0, -2), told);
}

/** Every character a write of its own, so that each secret is cut in every place. */
function inPieces(request: SimulatorRequest): SimulatorReply {
  const reply = replyTo(request, { text: keyOf(request) });
  const text = Buffer.concat(
    reply.steps.flatMap((step) => (step.kind === "bytes" ? [step.bytes] : [])),
  ).toString("utf8");
  return streamReply(...Array.from(text));
}

/** In the order of the messages. None of them is tried again. */
export const LEAKY_ANSWERS: readonly LeakyAnswer[] = [
  {
    name: "text and reasoning",
    reply: (request) =>
      replyTo(request, {
        reasoning: everyForm(request),
        text: everyForm(request),
      }),
  },
  { name: "text in pieces", reply: inPieces },
  {
    name: "an error body and a status text",
    reply: (request) => ({
      ...statusReply(
        400,
        { error: errorOf(request) },
        { "x-echo": keyOf(request) },
      ),
      statusText: `Wrong key ${keyOf(request)}`,
    }),
  },
  {
    name: "a web page",
    reply: (request) => statusReply(401, `<p>${everyForm(request)}</p>`),
  },
  {
    name: "a redirect",
    reply: (request) =>
      statusReply(307, everyForm(request), {
        location: `http://127.0.0.1:9/?key=${encodeURIComponent(keyOf(request))}`,
      }),
  },
  { name: "an error in mid-stream", reply: errorInside },
  {
    name: "a call of an unknown tool",
    reply: (request) =>
      replyTo(request, {
        calls: [
          { name: "read", args: { path: keyOf(request) } },
          {
            name: toolNameOf(request),
            args: { [keyOf(request)]: everyForm(request) },
          },
        ],
      }),
  },
  {
    name: "a report that is saved",
    reply: (request) =>
      replyTo(request, {
        calls: [
          {
            name: "save_report_draft",
            args: {
              title: keyOf(request).slice(0, 200),
              body: everyForm(request),
            },
          },
        ],
      }),
  },
];

/** The provider answers the first request of each message with these, and whatever comes after in a plain text. */
export function leakyScript(): {
  readonly script: SimulatorScript;
  /** From here on the next message is answered so. */
  use(answer: LeakyAnswer): void;
} {
  let first: LeakyAnswer | undefined;
  return {
    script: (request) => {
      const reply = first?.reply(request);
      first = undefined;
      return reply ?? replyTo(request, { text: everyForm(request) });
    },
    use: (answer) => {
      first = answer;
    },
  };
}
