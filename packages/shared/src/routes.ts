/** Route contracts: what the server implements, the browser calls and the OpenAPI document describes. */
import { CONTENT_ROUTES } from "./content-routes.ts";
import { ENTRY_ROUTES } from "./entry-routes.ts";
import { RUN_ROUTES } from "./run-routes.ts";
import { SESSION_ROUTES } from "./session-routes.ts";

export const ROUTES = {
  ...ENTRY_ROUTES,
  ...SESSION_ROUTES,
  ...RUN_ROUTES,
  ...CONTENT_ROUTES,
} as const;

export type RouteName = keyof typeof ROUTES;
