/** Routes that move a session on: messages, runs, decisions and actions. */
import * as z from "zod";
import {
  ApprovalStatusSchema,
  ApproveInputSchema,
  DenyInputSchema,
} from "./approval.ts";
import {
  ActionInputSchema,
  ApprovalResponseSchema,
  ApprovalsResponseSchema,
  SendMessageResponseSchema,
} from "./route-bodies.ts";
import {
  approvalParams,
  namedParams,
  noBody,
  runParams,
  sessionParams,
} from "./route-params.ts";
import { RunSchema, StepSchema } from "./run.ts";
import { MessageInputSchema } from "./session.ts";
import type { RouteContract } from "./route-contract.ts";

const approvalsQuery = z.strictObject({
  status: ApprovalStatusSchema.optional(),
});

export const RUN_ROUTES = {
  sendMessage: {
    method: "POST",
    path: "/api/sessions/:sessionId/messages",
    summary: "Send a message and start a run",
    viewer: true,
    params: sessionParams,
    body: MessageInputSchema,
    success: { 202: SendMessageResponseSchema },
  },
  listRuns: {
    method: "GET",
    path: "/api/sessions/:sessionId/runs",
    summary: "The runs of a session",
    viewer: true,
    params: sessionParams,
    success: { 200: z.strictObject({ runs: z.array(RunSchema) }) },
  },
  getRun: {
    method: "GET",
    path: "/api/sessions/:sessionId/runs/:runId",
    summary: "One run with its steps",
    viewer: true,
    params: runParams,
    success: {
      200: z.strictObject({ run: RunSchema, steps: z.array(StepSchema) }),
    },
  },
  cancelRun: {
    method: "POST",
    path: "/api/sessions/:sessionId/runs/:runId/cancel",
    summary: "Stop a run",
    viewer: true,
    params: runParams,
    body: noBody,
    success: {
      200: z.strictObject({ run: RunSchema }),
      202: z.strictObject({ run: RunSchema }),
    },
  },
  listAllApprovals: {
    method: "GET",
    path: "/api/approvals",
    summary: "All approvals of the viewer",
    viewer: true,
    query: approvalsQuery,
    success: { 200: ApprovalsResponseSchema },
  },
  listApprovals: {
    method: "GET",
    path: "/api/sessions/:sessionId/approvals",
    summary: "The approvals of a session",
    viewer: true,
    params: sessionParams,
    query: approvalsQuery,
    success: { 200: ApprovalsResponseSchema },
  },
  approve: {
    method: "POST",
    path: "/api/sessions/:sessionId/approvals/:approvalId/approve",
    summary: "Approve a call, as asked or edited",
    viewer: true,
    params: approvalParams,
    body: ApproveInputSchema,
    success: { 200: ApprovalResponseSchema },
  },
  deny: {
    method: "POST",
    path: "/api/sessions/:sessionId/approvals/:approvalId/deny",
    summary: "Deny a call",
    viewer: true,
    params: approvalParams,
    body: DenyInputSchema,
    success: { 200: ApprovalResponseSchema },
  },
  runAction: {
    method: "POST",
    path: "/api/sessions/:sessionId/actions/:name",
    summary: "Run an action of the session's lab",
    viewer: true,
    params: namedParams,
    body: ActionInputSchema,
    success: { 200: z.strictObject({ result: z.unknown() }) },
  },
} as const satisfies Record<string, RouteContract>;
