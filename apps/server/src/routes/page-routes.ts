import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isLoopbackHost } from "../guards/origin-guard.ts";
import { pathOf } from "../http/canonical-path.ts";
import { namesEntityTag } from "../http/entity-tag.ts";
import { notFound } from "../http/refusal.ts";
import type { ServerAddress } from "../http/server-address.ts";
import type { BuiltFile, BuiltPages } from "../pages/built-pages.ts";

/** Serves the built web app: its files and nothing else. */
export function registerPageRoutes(
  app: FastifyInstance,
  pages: BuiltPages,
  address: ServerAddress,
): void {
  app.route({
    method: ["GET", "HEAD"],
    url: "/*",
    handler: async (request, reply) => {
      const path = pathOf(request.url);
      const file = pages.find(path);
      if (file === undefined) throw notFound("ROUTE_NOT_FOUND");
      const elsewhere =
        path === "/" ? betterAddress(request, address) : undefined;
      if (elsewhere !== undefined)
        return reply
          .header("cache-control", "no-store")
          .redirect(elsewhere, 307);
      return sendFile(request, reply, file);
    },
  });
}

/**
 * A browser keeps what it stores for each name apart, so one name is enough. Only a page that a person opens is sent
 * on, with its query as it came.
 */
function betterAddress(
  request: FastifyRequest,
  address: ServerAddress,
): string | undefined {
  const host = request.headers.host?.toLowerCase() ?? "";
  const printed = new URL(address.printed());
  const { port } = address.own();
  const navigates =
    request.method === "GET" &&
    request.headers["sec-fetch-mode"] === "navigate";
  if (!navigates || host === printed.host) return undefined;
  if (!isLoopbackHost(host, port) || !isLoopbackHost(printed.host, port))
    return undefined;
  return `${printed.origin}${request.url}`;
}

function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: BuiltFile,
): FastifyReply {
  reply.headers({ etag: file.etag, "cache-control": file.cacheControl });
  if (namesEntityTag(request.headers["if-none-match"], file.etag))
    return reply.code(304).send();
  reply.type(file.mediaType).header("content-length", file.bytes.length);
  return request.method === "HEAD" ? reply.send() : reply.send(file.bytes);
}
