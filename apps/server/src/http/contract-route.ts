/** Serves a route of the protocol: its contract checks what comes in and what goes out. */
import type { Readable } from "node:stream";
import type { CommandOrigin } from "@agent-studio/harness";
import type { RouteContract, SuccessContract } from "@agent-studio/shared";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import { invalidInput, type InputIssue } from "./refusal.ts";

type InputOf<C extends RouteContract, K extends "params" | "query" | "body"> =
  C extends Record<K, infer S extends z.ZodType> ? z.output<S> : undefined;

type Headers = Readonly<Record<string, string>>;
type AnswerOf<S, T> = T extends z.ZodType
  ? | {
        readonly status: S;
        readonly body: z.input<T>;
        readonly headers?: Headers;
      }
    // JSON that its owner checked and serialised already.
    | { readonly status: S; readonly json: Buffer; readonly headers?: Headers }
  : T extends "empty"
    ? { readonly status: S; readonly headers?: Headers }
    : {
        readonly status: S;
        readonly bytes: Buffer | Readable;
        readonly mediaType: string;
        readonly headers?: Headers;
      };

/** What a handler of a contract may answer. */
export type Answer<C extends RouteContract> = {
  [S in keyof C["success"]]: AnswerOf<S, C["success"][S]>;
}[keyof C["success"]];

/** A request whose parts follow the contract. */
export interface Call<C extends RouteContract> {
  readonly params: InputOf<C, "params">;
  readonly query: InputOf<C, "query">;
  readonly body: InputOf<C, "body">;
  /** Who asks; the empty string on routes that nobody needs to be known for. */
  readonly viewerId: string;
  readonly origin: CommandOrigin;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

interface LooseAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly json?: Buffer;
  readonly bytes?: Buffer | Readable;
  readonly mediaType?: string;
  readonly headers?: Headers;
}

const JSON_TYPE = "application/json; charset=utf-8";
const MAX_ISSUES = 20;
const MAX_ISSUE_LENGTH = 300;

export interface ContractRoute<C extends RouteContract> {
  /** Registers what answers. An answer that breaks the contract is a bug of ours: logged, and `INTERNAL` for the client. */
  handle(handler: (call: Call<C>) => Promise<Answer<C>> | Answer<C>): void;
}

/** A route of the protocol. In two steps, so that the contract is known when the handler's answer is checked. */
export function contractRoute<C extends RouteContract>(
  app: FastifyInstance,
  contract: C,
): ContractRoute<C> {
  const success: Readonly<Record<number, SuccessContract>> = contract.success;
  return {
    handle(handler) {
      app.route({
        method: contract.method,
        url: contract.path,
        handler: async (request, reply) => {
          const answer = (await handler(
            readCall(contract, request, reply),
          )) as LooseAnswer;
          reply.code(answer.status).headers(answer.headers ?? {});
          return sendAnswer(reply, answer, success[answer.status]);
        },
      });
    },
  };
}

/** Registers a handler that takes the connection over after its input was checked. */
export function hijackedRoute<C extends RouteContract>(
  app: FastifyInstance,
  contract: C,
  handler: (call: Call<C>) => Promise<void>,
): void {
  app.route({
    method: contract.method,
    url: contract.path,
    handler: async (request, reply) => {
      await handler(readCall(contract, request, reply));
      return reply;
    },
  });
}

function readCall<C extends RouteContract>(
  contract: C,
  request: FastifyRequest,
  reply: FastifyReply,
): Call<C> {
  const viewerId = request.viewer?.viewerId ?? "";
  return {
    params: parseInput(contract.params, request.params),
    query: parseInput(contract.query, request.query),
    body: parseInput(
      contract.body ??
        (contract.method === "GET" ? undefined : z.strictObject({})),
      request.body === undefined ? {} : request.body,
    ),
    viewerId,
    origin: { actor: { kind: "viewer", id: viewerId }, requestId: request.id },
    request,
    reply,
  } as Call<C>;
}

function parseInput(schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalidInput(parsed.error.issues.slice(0, MAX_ISSUES).map(toIssue));
}

function toIssue(issue: z.core.$ZodIssue): InputIssue {
  return {
    path: issue.path.map((part) =>
      typeof part === "symbol" ? String(part) : part,
    ),
    message: issue.message.slice(0, MAX_ISSUE_LENGTH),
  };
}

function sendAnswer(
  reply: FastifyReply,
  answer: LooseAnswer,
  contract: SuccessContract | undefined,
): unknown {
  if (contract === undefined)
    throw new Error(`The contract has no answer ${answer.status}.`);
  if (contract === "empty") return reply.send();
  if (contract instanceof z.ZodType) {
    if (answer.json !== undefined)
      return reply.type(JSON_TYPE).send(answer.json);
    const parsed = contract.safeParse(answer.body);
    if (!parsed.success)
      throw new Error("An answer does not follow its contract.", {
        cause: parsed.error,
      });
    return parsed.data;
  }
  if (answer.mediaType === undefined)
    throw new Error("An answer of bytes has no media type.");
  return reply.type(answer.mediaType).send(answer.bytes);
}
