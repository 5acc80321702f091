/** The attachments of one session: taken in beside a run, given back, removed. */
import type { Attachment } from "@agent-studio/shared";
import type { OpenedAttachment, Upload } from "../attachments/upload.ts";
import { HarnessError } from "./harness-error.ts";
import type { CommandOrigin } from "./session-api.ts";
import type { SessionCore } from "./session-core.ts";

export class SessionAttachments {
  readonly #core: SessionCore;

  constructor(core: SessionCore) {
    this.#core = core;
  }

  async add(_upload: Upload, _origin: CommandOrigin): Promise<Attachment> {
    this.#core.assertOpen();
    throw new HarnessError(
      "UNSUPPORTED_MEDIA_TYPE",
      "Files can't be attached yet. Send the message without one.",
    );
  }

  async open(_attachmentId: string): Promise<OpenedAttachment | undefined> {
    return undefined;
  }

  async remove(_attachmentId: string, _origin: CommandOrigin): Promise<void> {
    this.#core.assertOpen();
  }
}
