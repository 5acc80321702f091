/** Routes of a session's model, attachments and artifacts. */
import * as z from "zod";
import { ArtifactSchema, AttachmentSchema } from "./attachment.ts";
import {
  ModelConnectionInputSchema,
  ModelTestResultSchema,
  RedactedConnectionSchema,
} from "./model-connection.ts";
import {
  attachmentParams,
  namedParams,
  noBody,
  sessionParams,
} from "./route-params.ts";
import type { RouteContract } from "./route-contract.ts";

export const CONTENT_ROUTES = {
  setModel: {
    method: "PUT",
    path: "/api/sessions/:sessionId/model-config",
    summary: "Choose the session's model",
    viewer: true,
    params: sessionParams,
    body: ModelConnectionInputSchema,
    success: { 200: z.strictObject({ connection: RedactedConnectionSchema }) },
  },
  getModel: {
    method: "GET",
    path: "/api/sessions/:sessionId/model-config",
    summary: "The session's model, without secrets",
    viewer: true,
    params: sessionParams,
    success: {
      200: z.strictObject({ connection: RedactedConnectionSchema.nullable() }),
    },
  },
  clearModel: {
    method: "DELETE",
    path: "/api/sessions/:sessionId/model-config",
    summary: "Forget the session's model and key",
    viewer: true,
    params: sessionParams,
    success: { 204: "empty" },
  },
  testModel: {
    method: "POST",
    path: "/api/sessions/:sessionId/model-config/test",
    summary: "Try the session's model once",
    viewer: true,
    params: sessionParams,
    body: noBody,
    success: { 200: ModelTestResultSchema },
  },
  addAttachment: {
    method: "POST",
    path: "/api/sessions/:sessionId/attachments",
    summary: "Upload one file",
    viewer: true,
    params: sessionParams,
    multipart: true,
    success: { 201: z.strictObject({ attachment: AttachmentSchema }) },
  },
  getAttachment: {
    method: "GET",
    path: "/api/sessions/:sessionId/attachments/:attachmentId/content",
    summary: "The normalised bytes",
    viewer: true,
    params: attachmentParams,
    success: { 200: { mediaType: "application/octet-stream" }, 304: "empty" },
  },
  deleteAttachment: {
    method: "DELETE",
    path: "/api/sessions/:sessionId/attachments/:attachmentId",
    summary: "Remove an attachment",
    viewer: true,
    params: attachmentParams,
    success: { 204: "empty" },
  },
  listArtifacts: {
    method: "GET",
    path: "/api/sessions/:sessionId/artifacts",
    summary: "Files that the agent produced",
    viewer: true,
    params: sessionParams,
    success: { 200: z.strictObject({ artifacts: z.array(ArtifactSchema) }) },
  },
  getArtifact: {
    method: "GET",
    path: "/api/sessions/:sessionId/artifacts/:name",
    summary: "The bytes of an artifact",
    viewer: true,
    params: namedParams,
    success: { 200: { mediaType: "application/octet-stream" } },
  },
} as const satisfies Record<string, RouteContract>;
