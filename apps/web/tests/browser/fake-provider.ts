/** A model provider on a loopback port that speaks chat completions, and knows one key. */
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { once } from "node:events";

export interface FakeProvider {
  readonly origin: string;
  /** The paths of the requests so far. */
  readonly paths: readonly string[];
  stop(): Promise<void>;
}

/** What the provider answers to every message. */
export const PROVIDER_ANSWER = "Hello from the provider";

/** Listens on a port of the system's choice. */
export async function startProvider(key: string): Promise<FakeProvider> {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? "");
    void answer(request, response, key);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    paths,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  key: string,
): Promise<void> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += String(chunk);
  if (request.headers.authorization !== `Bearer ${key}`) {
    response.writeHead(401, { "content-type": "application/json" });
    response.end(JSON.stringify({ error: { code: "invalid_api_key" } }));
    return;
  }
  const message = { role: "assistant", content: PROVIDER_ANSWER };
  if (!text.includes('"stream":true')) {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(
      JSON.stringify({
        choices: [{ index: 0, message, finish_reason: "stop" }],
      }),
    );
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const [delta, finish] of [
    [message, null],
    [{}, "stop"],
  ] as const) {
    const choices = [{ index: 0, delta, finish_reason: finish }];
    response.write(
      `data: ${JSON.stringify({ id: "one", object: "chat.completion.chunk", choices })}\n\n`,
    );
  }
  response.end("data: [DONE]\n\n");
}
