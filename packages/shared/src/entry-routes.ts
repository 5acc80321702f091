/** Routes around the sessions: the server itself, viewers, labs, skills and presets. */
import * as z from "zod";
import { limitedText } from "./limited-text.ts";
import { TimestampSchema } from "./identifiers.ts";
import {
  LabSummarySchema,
  SkillDiagnosticSchema,
  SkillSummarySchema,
} from "./lab.ts";
import { ModelPresetSchema } from "./model-connection.ts";
import {
  CreateViewerInputSchema,
  ViewerResponseSchema,
} from "./route-bodies.ts";
import { noBody } from "./route-params.ts";
import type { RouteContract } from "./route-contract.ts";

const labQuery = z.strictObject({ labId: limitedText(64).optional() });

export const ENTRY_ROUTES = {
  health: {
    method: "GET",
    path: "/api/health",
    summary: "Whether the page can be served",
    viewer: false,
    success: {
      200: z.strictObject({
        status: z.literal("ok"),
        version: z.string(),
        uptimeMs: z.int().nonnegative(),
      }),
    },
  },
  openapi: {
    method: "GET",
    path: "/api/openapi.json",
    summary: "The OpenAPI 3.1 document of all of this",
    viewer: false,
    success: { 200: z.unknown() },
  },
  createViewer: {
    method: "POST",
    path: "/api/viewer",
    summary: "Become a viewer, or learn which one the cookie names",
    viewer: false,
    body: CreateViewerInputSchema,
    success: { 200: ViewerResponseSchema, 201: ViewerResponseSchema },
  },
  createViewerLink: {
    method: "POST",
    path: "/api/viewer/links",
    summary: "A code that makes a second browser the same viewer",
    viewer: true,
    body: noBody,
    success: {
      201: z.strictObject({ code: z.string(), expiresAt: TimestampSchema }),
    },
  },
  listLabs: {
    method: "GET",
    path: "/api/labs",
    summary: "The labs, their tools and actions",
    viewer: true,
    success: { 200: z.strictObject({ labs: z.array(LabSummarySchema) }) },
  },
  listSkills: {
    method: "GET",
    path: "/api/skills",
    summary: "The skills of a lab, without their bodies",
    viewer: true,
    query: labQuery,
    success: {
      200: z.strictObject({
        skills: z.array(SkillSummarySchema),
        diagnostics: z.array(SkillDiagnosticSchema),
      }),
    },
  },
  listModelPresets: {
    method: "GET",
    path: "/api/model-presets",
    summary: "Models that can be chosen with one click",
    viewer: true,
    success: { 200: z.strictObject({ presets: z.array(ModelPresetSchema) }) },
  },
  metrics: {
    method: "GET",
    path: "/api/metrics",
    summary: "Loop lag, open streams, events a second, store queue",
    viewer: true,
    success: {
      200: z.strictObject({
        loopLagMs: z.number().nonnegative(),
        openStreams: z.int().nonnegative(),
        eventsPerSecond: z.number().nonnegative(),
        storeQueue: z.int().nonnegative(),
        sessions: z.int().nonnegative(),
      }),
    },
  },
} as const satisfies Record<string, RouteContract>;
