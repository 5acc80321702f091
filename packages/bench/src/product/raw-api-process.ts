// The measure of a request: Node's own server with the same small answer. node raw-api-process.ts
import { listen } from "../stream/contenders/listening-server.ts";
import { serveCalls } from "../stream/remote-calls.ts";

const { port } = await listen((_, response) => {
  const body = JSON.stringify({
    status: "ok",
    version: "0.1.0",
    uptimeMs: Math.round(performance.now()),
  });
  response.writeHead(200, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
  });
  response.end(body);
});

/** What the parent may ask. */
const COMMANDS = { port: () => port };
export type RawApiRemote = typeof COMMANDS;

serveCalls(COMMANDS);
