/** What is wrong with an upload as it comes in. The session that reads it learns of it too, so these are its errors. */
import { HarnessError } from "@agent-studio/harness";

/** An upload whose form is wrong: multipart that can't be read, or not exactly one file. */
export function malformedUpload(message: string): HarnessError {
  return new HarnessError("VALIDATION_FAILED", message);
}

/** A file that is announced with more than it may have. */
export function tooLargeUpload(): HarnessError {
  return new HarnessError(
    "IMAGE_TOO_LARGE",
    "A file may have at most 10 MB. Make the image smaller and send it again.",
  );
}

/** What ends before its last boundary. */
export function cutUpload(): HarnessError {
  return malformedUpload(
    "The upload ended before its last boundary. Send it again.",
  );
}

/** Multipart with anything but one file in it. */
export function notOneFile(): HarnessError {
  return malformedUpload(
    "An upload is exactly one file and no other field. Send every file on its own.",
  );
}
