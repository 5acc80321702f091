import type { SessionsApi } from "@agent-studio/harness";
import { ROUTES } from "@agent-studio/shared";
import type { FastifyInstance } from "fastify";
import { UNTRUSTED_CONTENT_POLICY } from "../guards/security-headers.ts";
import { contentDisposition } from "../http/content-disposition.ts";
import { contractRoute } from "../http/contract-route.ts";
import { namesEntityTag } from "../http/entity-tag.ts";
import { notFound } from "../http/refusal.ts";
import { receiveUpload } from "../uploads/receive-upload.ts";
import type { UploadLimits } from "../uploads/upload-limits.ts";
import { ownSession } from "./own-session.ts";

export interface AttachmentRouteOptions {
  readonly limits: UploadLimits;
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
}

/** Bytes of an attachment never change. The cookie belongs to what is kept: another viewer of the browser is asked anew. */
const KEPT_BY_ITS_OWNER = {
  "cache-control": "private, max-age=86400, immutable",
  vary: "cookie, origin",
};

/** Files that people give to a session. */
export function registerAttachmentRoutes(
  app: FastifyInstance,
  sessions: SessionsApi,
  { limits, now }: AttachmentRouteOptions,
): void {
  contractRoute(app, ROUTES.addAttachment).handle(async (call) => {
    const session = ownSession(sessions, call);
    const attachment = await receiveUpload(
      {
        request: call.request.raw,
        response: call.reply.raw,
        limits,
        now,
      },
      (upload) => session.addAttachment(upload, call.origin),
    );
    return { status: 201, body: { attachment } };
  });

  contractRoute(app, ROUTES.getAttachment).handle(async (call) => {
    const { attachmentId } = call.params;
    const session = ownSession(sessions, call);
    const opened = await session.openAttachment(attachmentId);
    if (opened === undefined) throw notFound("ATTACHMENT_NOT_FOUND");
    const tag = `"${attachmentId}"`;
    const kept = { ...KEPT_BY_ITS_OWNER, etag: tag };
    if (namesEntityTag(call.request.headers["if-none-match"], tag))
      return { status: 304, headers: kept };
    const { attachment, bytes } = opened;
    return {
      status: 200,
      bytes,
      mediaType: attachment.mediaType,
      headers: {
        ...kept,
        "content-disposition": contentDisposition("inline", attachment.name),
        "content-security-policy": UNTRUSTED_CONTENT_POLICY,
      },
    };
  });

  contractRoute(app, ROUTES.deleteAttachment).handle(async (call) => {
    const { attachmentId } = call.params;
    const session = ownSession(sessions, call);
    await session.removeAttachment(attachmentId, call.origin);
    return { status: 204 };
  });
}
