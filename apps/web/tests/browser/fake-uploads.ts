/** The attachment routes of the server, in the hands of a test: uploads end when it says so. */
import type { Page, Request, Route } from "playwright-core";
import type { Attachment } from "@agent-studio/shared";
import { createApiError } from "@agent-studio/shared";
import type { ApiErrorCode } from "@agent-studio/shared";
import { anAttachment } from "@agent-studio/shared/testing";

export interface FakeUploads {
  /** Uploads that were begun, in order. */
  readonly uploads: readonly Request[];
  readonly deleted: readonly string[];
  /** Bodies of messages that were sent. */
  readonly messages: readonly unknown[];
  /** What happens to uploads from now on. */
  answer(how: "ready" | "hold" | "abort" | ApiErrorCode): void;
  /** Lets what is held become ready, and what comes after it. */
  release(): Promise<void>;
}

/** Takes the place of the server's routes for files and messages of this page. */
export async function fakeUploads(page: Page): Promise<FakeUploads> {
  const uploads: Request[] = [];
  const deleted: string[] = [];
  const messages: unknown[] = [];
  let held: Route[] = [];
  let how: Parameters<FakeUploads["answer"]>[0] = "ready";
  const ready = async (route: Route) => {
    const attachment = attachmentNumber(uploads.indexOf(route.request()));
    await route.fulfill({ status: 201, json: { attachment } });
  };
  await page.route("**/attachments", async (route) => {
    uploads.push(route.request());
    if (how === "ready") await ready(route);
    else if (how === "hold") held.push(route);
    else if (how === "abort") await route.abort();
    else {
      const json = createApiError(how, "Refused.", "req_0");
      await route.fulfill({ status: 422, json });
    }
  });
  await page.route("**/attachments/att_*", async (route) => {
    deleted.push(
      new URL(route.request().url()).pathname.split("/").at(-1) ?? "",
    );
    await route.fulfill({ status: 204 });
  });
  await page.route("**/messages", async (route) => {
    messages.push(route.request().postDataJSON());
    const json = {
      runId: "run_0000000000000000",
      messageId: "msg_0000000000000000",
    };
    await route.fulfill({ status: 202, json });
  });
  return {
    uploads,
    deleted,
    messages,
    answer: (next) => void (how = next),
    async release() {
      how = "ready";
      const routes = held;
      held = [];
      for (const route of routes) await ready(route);
    },
  };
}

/** The attachment that the upload of this place in the order becomes. */
export function attachmentNumber(place: number): Attachment {
  const id = String(place).padStart(16, "0");
  return anAttachment({ attachmentId: `att_${id}`, name: "from-server.png" });
}
