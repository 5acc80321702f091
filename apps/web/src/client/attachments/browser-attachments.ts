/** Attachments with what a browser has: requests with progress, its decoder, addresses for files in memory. */
import type { ApiClient } from "../api-client.ts";
import type { Clock } from "../clock.ts";
import { AttachmentStore } from "./attachment-store.ts";
import type { AttachmentStoreOptions } from "./attachment-store.ts";
import { createPrepareFile } from "./prepare-file.ts";
import { createUploadFile } from "./upload-file.ts";

/** How a session's store is opened in this browser. */
export function createBrowserAttachments(page: {
  readonly api: ApiClient;
  readonly clock: Clock;
}) {
  const prepare = createPrepareFile({
    downscale: async (blob, options) => {
      const { downscaleImage } = await import("./downscale-image.ts");
      return downscaleImage(blob, options);
    },
  });
  const upload = createUploadFile({
    createRequest: () => new XMLHttpRequest(),
    clock: page.clock,
  });
  const urls = {
    create: (blob: Blob) => URL.createObjectURL(blob),
    revoke: (url: string) => URL.revokeObjectURL(url),
  };
  return (session: Pick<AttachmentStoreOptions, "sessionId" | "view">) =>
    new AttachmentStore({ ...session, api: page.api, prepare, upload, urls });
}
