/** Reads a JSON body: strict UTF-8, any valid JSON, but no shape that could hurt the code behind it. */
import type { FastifyInstance } from "fastify";
import { invalidInput, Refusal } from "./refusal.ts";

/** Bytes that a JSON body may have. */
export const BODY_LIMIT_BYTES = 256 * 1024;
/** Recursive code (schemas, canonical JSON) meets every body; no honest one is nested deeper. */
const MAX_DEPTH = 64;

/** Takes `application/json` only; which content types pass was decided before. Duplicate keys: the last one counts. */
export function registerJsonBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/json",
    { parseAs: "buffer" },
    async (_request: unknown, body: Buffer) => parseJsonBody(body),
  );
}

/** The value of a body. Throws `MALFORMED_JSON`, or `VALIDATION_FAILED` for nesting and for `__proto__` keys. */
export function parseJsonBody(body: Buffer): unknown {
  const value = parse(body);
  refuseHarmfulShape(value);
  return value;
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw new Refusal(
      "MALFORMED_JSON",
      "The body is not valid JSON in UTF-8. Check it and send it again.",
    );
  }
}

interface Place {
  readonly value: unknown;
  readonly path: readonly (string | number)[];
}

function refuseHarmfulShape(body: unknown): void {
  const open: Place[] = [{ value: body, path: [] }];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { value, path } = place;
    if (typeof value !== "object" || value === null) continue;
    if (path.length >= MAX_DEPTH) {
      throw invalidInput([
        {
          path: path.slice(0, 1),
          message: `must not be nested deeper than ${MAX_DEPTH} levels`,
        },
      ]);
    }
    if (Object.hasOwn(value, "__proto__")) {
      throw invalidInput([
        { path: [...path, "__proto__"], message: "is not allowed as a key" },
      ]);
    }
    for (const [key, child] of Object.entries(value)) {
      if (typeof child === "object" && child !== null)
        open.push({
          value: child,
          path: [...path, Array.isArray(value) ? Number(key) : key],
        });
    }
  }
}
