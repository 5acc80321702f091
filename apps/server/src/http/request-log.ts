import type { FastifyInstance } from "fastify";
import { pathOf } from "./canonical-path.ts";

/** One line an answer: what was asked and how it went; no query, no header, no body. */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook("onResponse", (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        path: pathOf(request.url).slice(0, 200),
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime),
      },
      "answered",
    );
    done();
  });
}
