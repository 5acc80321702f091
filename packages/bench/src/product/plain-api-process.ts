// The measure of a request: the same small answer without anything else, by Node's own server or by Fastify as it comes:
// node plain-api-process.ts <raw|fastify>
import { fastify } from "fastify";
import { listen, portOf } from "../stream/contenders/listening-server.ts";
import { serveCalls } from "../stream/remote-calls.ts";

const answer = () => ({
  status: "ok",
  version: "0.1.0",
  uptimeMs: Math.round(performance.now()),
});

async function serveRaw(): Promise<number> {
  const { port } = await listen((_, response) => {
    const body = JSON.stringify(answer());
    response.writeHead(200, {
      "content-type": "application/json; charset=utf-8",
      "content-length": Buffer.byteLength(body),
    });
    response.end(body);
  });
  return port;
}

async function serveFastify(): Promise<number> {
  const app = fastify({ logger: false });
  app.get("/api/health", async () => answer());
  await app.listen({ port: 0, host: "127.0.0.1" });
  return portOf(app.server);
}

const isFastify = process.argv[2] === "fastify";
const port = await (isFastify ? serveFastify() : serveRaw());

/** What the parent may ask. */
const COMMANDS = { port: () => port };
export type PlainApiRemote = typeof COMMANDS;

serveCalls(COMMANDS);
