import type { FastifyInstance } from "fastify";
import { isApiPath } from "../http/route-table.ts";
import { pathOf } from "../http/canonical-path.ts";

/**
 * Tells with each answer of the API, refusals included, how long the server took for it, in the form that the network
 * panel of a browser shows (W3C Server Timing). A stream is not meant: it has no length.
 */
export function registerServerTiming(app: FastifyInstance): void {
  app.addHook("onSend", (request, reply, payload, done) => {
    if (isApiPath(pathOf(request.url)))
      reply.header("server-timing", `app;dur=${reply.elapsedTime.toFixed(1)}`);
    done(null, payload);
  });
}
