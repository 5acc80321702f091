import type { UploadRequest } from "../../src/client/attachments/upload-file.ts";

/** An `XMLHttpRequest` whose other end is the test. */
export class FakeRequest extends EventTarget implements UploadRequest {
  readonly DONE = 4;
  readonly upload = new EventTarget();
  readyState = 1;
  status = 0;
  responseText = "";
  opened: readonly [method: string, address: string] | null = null;
  form: FormData | null = null;
  isAborted = false;
  #headers: Readonly<Record<string, string>> = {};

  open(method: string, address: string): void {
    this.opened = [method, address];
  }

  send(form: FormData): void {
    this.form = form;
  }

  abort(): void {
    this.isAborted = true;
  }

  getResponseHeader(name: string): string | null {
    return this.#headers[name] ?? null;
  }

  /** So many bytes have left. */
  sends(loaded: number, total: number): void {
    const facts = { lengthComputable: true, loaded, total };
    this.upload.dispatchEvent(Object.assign(new Event("progress"), facts));
  }

  /** All bytes have left. */
  hasSent(): void {
    this.upload.dispatchEvent(new Event("load"));
  }

  answers(
    status: number,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): void {
    this.readyState = this.DONE;
    this.status = status;
    this.responseText = typeof body === "string" ? body : JSON.stringify(body);
    this.#headers = headers;
    this.dispatchEvent(new Event("load"));
  }

  ends(type: "error" | "abort"): void {
    this.readyState = this.DONE;
    this.dispatchEvent(new Event(type));
  }
}
