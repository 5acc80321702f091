import type { FastifyInstance } from "fastify";
import { parseHeaderValue } from "./header-value.ts";

export const UPLOAD_TYPE = "multipart/form-data";

/** Whether a content type is that of a form with files, with whatever boundary. */
export function isUploadType(contentType: string): boolean {
  return parseHeaderValue(contentType)?.value === UPLOAD_TYPE;
}

/** Leaves the body of an upload to its route, which reads it as it comes. Which routes take one was decided before. */
export function registerUploadBody(app: FastifyInstance): void {
  app.addContentTypeParser(UPLOAD_TYPE, async () => undefined);
}
