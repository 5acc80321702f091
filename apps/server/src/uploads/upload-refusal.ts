import { Refusal } from "../http/refusal.ts";

/** An upload whose form is wrong: multipart that can't be read, or not exactly one file. */
export function malformedUpload(message: string): Refusal {
  return new Refusal("VALIDATION_FAILED", message);
}

/** What ends before its last boundary. */
export function cutUpload(): Refusal {
  return malformedUpload(
    "The upload ended before its last boundary. Send it again.",
  );
}

/** Multipart with anything but one file in it. */
export function notOneFile(): Refusal {
  return malformedUpload(
    "An upload is exactly one file and no other field. Send every file on its own.",
  );
}
