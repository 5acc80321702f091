/**
 * Everything that is decided before a body is read, in the order of the protocol: form, host, origin, shutting down,
 * viewer, rate, route, method, content type.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ROUTES, type RouteContract } from "@agent-studio/shared";
import { preflightHeaders, sharingHeaders } from "../guards/cross-origin.ts";
import { judgeOrigin } from "../guards/origin-guard.ts";
import {
  asksForUpgrade,
  judgeRequestForm,
  type RawRequest,
} from "../guards/request-target.ts";
import { SECURITY_HEADERS } from "../guards/security-headers.ts";
import { isUploadType } from "../uploads/upload-body.ts";
import type { KnownViewer, ViewerGate } from "../viewers/viewer-gate.ts";
import { pathOf } from "./canonical-path.ts";
import { isJsonContentType } from "./content-type.ts";
import { notFound, Refusal } from "./refusal.ts";
import { isApiPath, type Located, type RouteTable } from "./route-table.ts";
import type { ServerAddress } from "./server-address.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Who asks; null where nobody needs to be known. */
    viewer: KnownViewer | null;
  }
}

export interface FrontDoorOptions {
  readonly address: ServerAddress;
  readonly table: RouteTable;
  readonly gate: ViewerGate;
  readonly allowedOrigins: readonly string[];
  readonly isShuttingDown: () => boolean;
}

/** Guards every request of the app, those for addresses where nothing stands included. */
export function registerFrontDoor(
  app: FastifyInstance,
  options: FrontDoorOptions,
): void {
  app.decorateRequest("viewer", null);
  const { table } = options;
  app.addHook("onRequest", async (request, reply) => {
    const path = pathOf(request.url);
    reply.headers(SECURITY_HEADERS).header("x-request-id", request.id);
    if (isApiPath(path)) reply.header("cache-control", "no-store");
    checkForm(request);
    checkOrigin(request, path, options.address);
    checkUpgrade(request);
    if (isApiPath(path) && shareWithListedOrigin(request, reply, path, options))
      return reply;
    if (options.isShuttingDown()) {
      throw new Refusal(
        "SHUTTING_DOWN",
        "The server is shutting down. Try again when it is back.",
      );
    }
    const located = table.locate(request.method, path);
    if (table.needsViewer(path)) {
      const viewer = await recogniseViewer(request, options.gate);
      admitViewer(request, reply, { viewer, located, gate: options.gate });
    }
    checkRoute(request, located);
    return undefined;
  });
}

function checkForm(request: FastifyRequest): void {
  const problem = judgeRequestForm(rawRequest(request));
  if (problem !== undefined) throw new Refusal("VALIDATION_FAILED", problem);
}

function checkUpgrade(request: FastifyRequest): void {
  if (request.headers.upgrade === undefined) return;
  if (!asksForUpgrade(rawRequest(request))) return;
  throw new Refusal(
    "VALIDATION_FAILED",
    "This server speaks plain HTTP only; leave out the Upgrade header.",
  );
}

function rawRequest(request: FastifyRequest): RawRequest {
  return { target: request.originalUrl, rawHeaders: request.raw.rawHeaders };
}

function checkOrigin(
  request: FastifyRequest,
  path: string,
  address: ServerAddress,
): void {
  const { headers, socket } = request.raw;
  const verdict = judgeOrigin(
    {
      method: request.method,
      api: isApiPath(path),
      host: headers.host ?? "",
      origin: headers.origin,
      secFetchSite: single(headers["sec-fetch-site"]),
      secFetchMode: single(headers["sec-fetch-mode"]),
      localAddress: socket.localAddress,
    },
    address.own(),
  );
  if (verdict === "HOST_NOT_ALLOWED") {
    throw new Refusal(
      verdict,
      "This is not an address of this server. Open the address that it printed when it started.",
    );
  }
  if (verdict === "ORIGIN_NOT_ALLOWED") {
    throw new Refusal(
      verdict,
      "Pages of other origins may not use this server. List the origin in STUDIO_ALLOWED_ORIGINS if it should.",
    );
  }
}

/** Lets a listed origin read what follows; true when the request was a preflight and is answered. */
function shareWithListedOrigin(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  options: FrontDoorOptions,
): boolean {
  const origin = request.headers.origin;
  if (origin === undefined || !options.allowedOrigins.includes(origin))
    return false;
  reply.headers(sharingHeaders(origin));
  const methods = options.table.methodsOf(path);
  const preflight =
    request.method === "OPTIONS" &&
    request.headers["access-control-request-method"] !== undefined;
  if (!preflight || methods.length === 0) return false;
  void reply.headers(preflightHeaders(methods)).code(204).send();
  return true;
}

async function recogniseViewer(
  request: FastifyRequest,
  gate: ViewerGate,
): Promise<KnownViewer> {
  const viewer = await gate.recognise(request);
  if (viewer !== undefined) return viewer;
  throw new Refusal(
    "VIEWER_REQUIRED",
    "Ask for a viewer first: POST /api/viewer sets the cookie that this needs.",
  );
}

interface Admission {
  readonly viewer: KnownViewer;
  readonly located: Located;
  readonly gate: ViewerGate;
}

function admitViewer(
  request: FastifyRequest,
  reply: FastifyReply,
  { viewer, located, gate }: Admission,
): void {
  if (isOfStorm(located)) gate.noteActive(viewer);
  else gate.countRequest(viewer);
  gate.giveCookie(request, reply, viewer.token);
  request.viewer = viewer;
}

/**
 * What a whole class asks for at once when it comes back to a session, as one viewer: refusing would only bring it
 * back again. Streams have limits of their own, which delay; a snapshot is written once for everyone.
 */
const STORM: readonly RouteContract[] = [
  ROUTES.streamEvents,
  ROUTES.getSnapshot,
];

function isOfStorm(located: Located): boolean {
  return located.kind === "api" && STORM.includes(located.contract);
}

function checkRoute(request: FastifyRequest, located: Located): void {
  if (located.kind === "nowhere") throw notFound("ROUTE_NOT_FOUND");
  if (located.kind === "wrong_method") {
    const allow = [...new Set(located.methods)].join(", ");
    throw new Refusal("METHOD_NOT_ALLOWED", `This address takes ${allow}.`, {
      headers: { allow },
    });
  }
  if (located.kind === "api" && request.method !== "GET")
    checkContentType(request, located.contract.multipart === true);
}

function checkContentType(request: FastifyRequest, isUpload: boolean): void {
  const type = request.headers["content-type"];
  if (isUpload ? !isUploadType(type ?? "") : !isJson(request, type)) {
    throw new Refusal(
      "UNSUPPORTED_MEDIA_TYPE",
      isUpload
        ? "Send one file as multipart/form-data."
        : "Send the body as application/json.",
    );
  }
  if (request.headers["content-encoding"] !== undefined) {
    throw new Refusal(
      "UNSUPPORTED_MEDIA_TYPE",
      "Send the body without content encoding.",
    );
  }
  if (type !== undefined && !hasBody(request) && request.method === "DELETE")
    delete request.headers["content-type"];
}

/** A body needs a type; what has none may lack it. */
function isJson(request: FastifyRequest, type: string | undefined): boolean {
  return type === undefined ? !hasBody(request) : isJsonContentType(type);
}

function hasBody(request: FastifyRequest): boolean {
  const { "transfer-encoding": encoding, "content-length": length } =
    request.headers;
  return encoding !== undefined || (length !== undefined && length !== "0");
}

function single(value: string | string[] | undefined): string | undefined {
  return typeof value === "string" ? value : value?.join(", ");
}
