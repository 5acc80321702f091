/** Answers what is no readable HTTP request, where an answer can still be sent. */
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { createApiError } from "@agent-studio/shared";
import type { FastifyInstance } from "fastify";
import { SECURITY_HEADERS } from "../guards/security-headers.ts";
import { createRequestId } from "./request-id.ts";

interface Unreadable {
  readonly status: string;
  readonly message: string;
}

const UNREADABLE: Readonly<Record<string, Unreadable>> = {
  HPE_HEADER_OVERFLOW: {
    status: "431 Request Header Fields Too Large",
    message:
      "The headers are too large. Clear the cookies of this address and try again.",
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: "408 Request Timeout",
    message: "The request did not arrive in time. Send it again.",
  },
};
const BAD_REQUEST: Unreadable = {
  status: "400 Bad Request",
  message: "The request is not valid HTTP. Check its headers and its length.",
};

export interface BrokenConnections {
  /** Answers a connection whose request can't be read, and closes it. Never writes into an answer that has begun. */
  readonly handle: (error: NodeJS.ErrnoException, socket: Socket) => void;
  /** Learns which answers are under way. */
  watch(app: FastifyInstance): void;
}

export function createBrokenConnections(): BrokenConnections {
  const answers = new WeakMap<Socket, ServerResponse>();
  return {
    handle(error, socket) {
      const answer = answers.get(socket);
      const begun = answer?.headersSent === true && !answer.writableFinished;
      if (error.code === "ECONNRESET" || !socket.writable || begun)
        socket.destroy();
      else
        socket.end(
          unreadableAnswer(UNREADABLE[error.code ?? ""] ?? BAD_REQUEST),
          () => socket.destroySoon(),
        );
    },
    watch(app) {
      app.server.on("request", (request, response) =>
        answers.set(request.socket, response),
      );
      // A tunnel is nothing that this server opens.
      app.server.on("connect", (_request, socket) => {
        socket.end(
          unreadableAnswer({
            status: "405 Method Not Allowed",
            message: "This server opens no tunnels.",
          }),
        );
      });
      // An unknown expectation is no reason to refuse what can be answered.
      app.server.on("checkExpectation", (request, response) =>
        app.server.emit("request", request, response),
      );
    },
  };
}

function unreadableAnswer({ status, message }: Unreadable): string {
  const requestId = createRequestId();
  const code = status.startsWith("405")
    ? "METHOD_NOT_ALLOWED"
    : "VALIDATION_FAILED";
  const body = JSON.stringify(createApiError(code, message, requestId));
  const headers = Object.entries(SECURITY_HEADERS).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return [
    `HTTP/1.1 ${status}`,
    ...headers,
    "cache-control: no-store",
    "content-type: application/json; charset=utf-8",
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    "connection: close",
    "",
    body,
  ].join("\r\n");
}
