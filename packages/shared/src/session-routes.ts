/** Routes of sessions and of what is read from their logs. */
import * as z from "zod";
import { SessionIdSchema, TabSchema } from "./identifiers.ts";
import {
  SessionResponseSchema,
  SnapshotResponseSchema,
} from "./route-bodies.ts";
import { decimal, sessionParams } from "./route-params.ts";
import {
  CreateSessionInputSchema,
  SessionSummarySchema,
  UpdateSessionInputSchema,
} from "./session.ts";
import type { RouteContract } from "./route-contract.ts";

export const SESSION_ROUTES = {
  createSession: {
    method: "POST",
    path: "/api/sessions",
    summary: "Start a session",
    viewer: true,
    body: CreateSessionInputSchema,
    success: { 201: SessionResponseSchema },
  },
  listSessions: {
    method: "GET",
    path: "/api/sessions",
    summary: "The viewer's own sessions, newest first",
    viewer: true,
    query: z.strictObject({
      limit: z.string().regex(decimal, "must be a whole number").optional(),
      before: SessionIdSchema.optional(),
    }),
    success: {
      200: z.strictObject({ sessions: z.array(SessionSummarySchema) }),
    },
  },
  getSession: {
    method: "GET",
    path: "/api/sessions/:sessionId",
    summary: "One session",
    viewer: true,
    params: sessionParams,
    success: { 200: SessionResponseSchema },
  },
  updateSession: {
    method: "PATCH",
    path: "/api/sessions/:sessionId",
    summary: "Rename a session or switch its trust",
    viewer: true,
    params: sessionParams,
    body: UpdateSessionInputSchema,
    success: { 200: SessionResponseSchema },
  },
  deleteSession: {
    method: "DELETE",
    path: "/api/sessions/:sessionId",
    summary: "Delete a session and everything of it",
    viewer: true,
    params: sessionParams,
    success: { 204: "empty" },
  },
  getSnapshot: {
    method: "GET",
    path: "/api/sessions/:sessionId/snapshot",
    summary: "The fold of every event up to a sequence",
    viewer: true,
    params: sessionParams,
    success: { 200: SnapshotResponseSchema },
  },
  streamEvents: {
    method: "GET",
    path: "/api/sessions/:sessionId/events",
    summary: "The event stream",
    viewer: true,
    params: sessionParams,
    query: z.strictObject({
      afterSequence: z
        .string()
        .regex(decimal, "must be a whole number")
        .optional(),
      tab: TabSchema.optional(),
    }),
    success: { 200: { mediaType: "text/event-stream" } },
  },
  downloadEvents: {
    method: "GET",
    path: "/api/sessions/:sessionId/events.jsonl",
    summary: "The retained events, one a line",
    viewer: true,
    params: sessionParams,
    success: { 200: { mediaType: "application/jsonl" } },
  },
} as const satisfies Record<string, RouteContract>;
