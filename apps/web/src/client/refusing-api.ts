import type { ApiClient } from "./api-client.ts";
import { ApiFailure } from "./api-failure.ts";

/** What is past takes no commands: whatever asks for one is refused here and not by the server. */
export const REFUSING_API: ApiClient = {
  call: () =>
    Promise.reject(
      new ApiFailure({
        code: "SESSION_READ_ONLY",
        message: "What is past can only be looked at.",
        status: 409,
      }),
    ),
};
