/** CORS, for exactly the listed origins: nobody else gets a single header of it. */

const PREFLIGHT_SECONDS = 600;

/** Headers that let a listed origin read an answer. */
export function sharingHeaders(
  origin: string,
): Readonly<Record<string, string>> {
  return {
    "access-control-allow-origin": origin,
    "access-control-allow-credentials": "true",
    "access-control-expose-headers":
      "x-request-id, retry-after, content-disposition",
    vary: "origin",
  };
}

/** Headers of the answer to a preflight, for the methods that the route has. */
export function preflightHeaders(
  methods: readonly string[],
): Readonly<Record<string, string>> {
  return {
    "access-control-allow-methods": methods.join(", "),
    "access-control-allow-headers": "content-type, last-event-id",
    "access-control-max-age": String(PREFLIGHT_SECONDS),
  };
}
