/** A model provider on a loopback port whose answers a test writes: text and tool calls, message by message. */
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { once } from "node:events";

export interface ScriptedCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export interface ScriptedTurn {
  readonly text?: string;
  /** Text that comes piece by piece, as a test goes on. */
  readonly pieces?: AsyncIterable<string>;
  readonly calls?: readonly ScriptedCall[];
}

/** As much of a request as a script needs. */
interface ProviderRequest {
  readonly messages: readonly {
    readonly role: string;
    readonly content?: unknown;
  }[];
}

export interface ScriptedProvider {
  readonly origin: string;
  /** What the model read last as results of its calls, in order. */
  results(): readonly string[];
  /** How often the model was asked. */
  asked(): number;
  stop(): Promise<void>;
}

/** Plays `turns` in each conversation: the turn after the last message of a person, by the answers given since. */
export async function startScriptedProvider(
  turnsFor: (
    prompt: string,
  ) => readonly ScriptedTurn[] | Promise<readonly ScriptedTurn[]>,
): Promise<ScriptedProvider> {
  let results: readonly string[] = [];
  let asked = 0;
  const server = createServer((request, response) => {
    void readText(request).then(async (text) => {
      const { messages } = JSON.parse(text) as ProviderRequest;
      const at = messages.findLastIndex(({ role }) => role === "user");
      const since = messages.slice(at + 1);
      const turns = await turnsFor(contentOf(messages[at]?.content));
      const done = since.filter(({ role }) => role === "assistant").length;
      results = since
        .filter(({ role }) => role === "tool")
        .map(({ content }) => contentOf(content));
      asked += 1;
      void answer(response, turns[done] ?? { text: "Done." });
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    results: () => results,
    asked: () => asked,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Settings of a server whose sessions start with this provider. */
export function providerSettings(
  origin: string,
): Readonly<Record<string, string>> {
  return {
    STUDIO_ALLOWED_MODEL_ORIGINS: origin,
    MODEL_PROVIDER: "scripted",
    MODEL_API: "openai-completions",
    MODEL_BASE_URL: `${origin}/v1`,
    MODEL_ID: "scripted",
    MODEL_API_KEY: "sk-scripted-0123456789",
    MODEL_SUPPORTS_IMAGES: "false",
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += String(chunk);
  return text;
}

function contentOf(content: unknown): string {
  return typeof content === "string" ? content : JSON.stringify(content ?? "");
}

async function answer(
  response: ServerResponse,
  turn: ScriptedTurn,
): Promise<void> {
  const { text = "", calls = [], pieces = [] } = turn;
  const toolCalls = calls.map(({ name, args }, index) => ({
    index,
    id: `scripted_${index}`,
    type: "function",
    function: { name, arguments: JSON.stringify(args) },
  }));
  const deltas = [
    { role: "assistant", content: text },
    ...(toolCalls.length === 0 ? [] : [{ tool_calls: toolCalls }]),
  ];
  response.writeHead(200, { "content-type": "text/event-stream" });
  const send = (delta: object, finish: string | null) => {
    const choices = [{ index: 0, delta, finish_reason: finish }];
    const chunk = { id: "one", object: "chat.completion.chunk", choices };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  for (const delta of deltas) send(delta, null);
  for await (const piece of pieces) send({ content: piece }, null);
  send({}, toolCalls.length === 0 ? "stop" : "tool_calls");
  response.end("data: [DONE]\n\n");
}
