import { nanoid } from "nanoid";

/** A fresh request id; ids that a client sends are never taken over. */
export function createRequestId(): string {
  return `req_${nanoid(22)}`;
}
