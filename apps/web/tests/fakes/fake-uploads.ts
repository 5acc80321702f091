import type { Attachment } from "@agent-studio/shared";
import { anAttachment } from "@agent-studio/shared/testing";
import type { ApiClient } from "../../src/client/api-client.ts";
import { ApiFailure } from "../../src/client/api-failure.ts";
import type { FailureCode } from "../../src/client/api-failure.ts";
import type { ObjectUrls } from "../../src/client/attachments/attachment-store.ts";
import type {
  UploadFile,
  UploadInput,
} from "../../src/client/attachments/upload-file.ts";

/** A failure as the server's answer or a broken network makes it. */
export function failure(code: FailureCode, status = 0): ApiFailure {
  return new ApiFailure({ code, message: code, status });
}

/** One upload that a test leads to its end. */
export interface OpenUpload {
  readonly input: UploadInput;
  finish(): Promise<Attachment>;
  fail(error: ApiFailure): void;
}

/** Uploads that wait for the test. */
export function createFakeUploads() {
  const open: OpenUpload[] = [];
  const all: UploadInput[] = [];
  const upload: UploadFile = (input) => {
    const { promise, resolve, reject } = Promise.withResolvers<Attachment>();
    all.push(input);
    const one: OpenUpload = {
      input,
      async finish() {
        open.splice(open.indexOf(one), 1);
        const id = String(all.indexOf(input)).padStart(16, "0");
        const attachmentId = `att_${id}`;
        const attachment = anAttachment({ attachmentId, name: input.name });
        resolve(attachment);
        return attachment;
      },
      fail(error) {
        open.splice(open.indexOf(one), 1);
        reject(error);
      },
    };
    input.signal.addEventListener("abort", () => {
      if (open.includes(one)) open.splice(open.indexOf(one), 1);
      reject(input.signal.reason);
    });
    open.push(one);
    return promise;
  };
  return { upload, open, all };
}

/** Addresses that are counted. */
export function createCountedUrls() {
  const live = new Set<string>();
  let made = 0;
  const urls: ObjectUrls = {
    create() {
      made += 1;
      const url = `blob:${made}`;
      live.add(url);
      return url;
    },
    revoke(url) {
      if (!live.delete(url)) throw new Error(`${url} is given back twice.`);
    },
  };
  return {
    urls,
    live,
    get made() {
      return made;
    },
  };
}

/** An API that only deletes attachments, as the test says. */
export function createDeletingApi() {
  const deleted: string[] = [];
  let refusal: ApiFailure | null = null;
  const api: ApiClient = {
    call(_name, { params }) {
      const ids = new Map<string, unknown>(Object.entries(params ?? {}));
      deleted.push(String(ids.get("attachmentId")));
      return refusal === null
        ? Promise.resolve(undefined as never)
        : Promise.reject(refusal);
    },
  };
  const refuse = (with_: ApiFailure | null) => {
    refusal = with_;
  };
  return { api, deleted, refuse };
}
