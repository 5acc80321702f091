import type { ErrorTexts } from "./error-catalogue.ts";

export const ERRORS_EN: ErrorTexts = {
  NETWORK_FAILED:
    "The server did not answer. Check the connection and try again.",
  RESPONSE_UNREADABLE:
    "The server's answer could not be read. Reload the page.",
  VALIDATION_FAILED: "The input is not valid. Correct it and try again.",
  MALFORMED_JSON: "The request was not readable. Reload the page.",
  VIEWER_REQUIRED: "This browser is not known to the server. Reload the page.",
  ACCESS_CODE_REQUIRED: "An access code is needed.",
  ORIGIN_NOT_ALLOWED: "This address of the page may not use the server.",
  HOST_NOT_ALLOWED:
    "The server is not to be used under this name. Open the address it printed.",
  SESSION_NOT_FOUND: "This session no longer exists.",
  RUN_NOT_FOUND: "This run no longer exists.",
  APPROVAL_NOT_FOUND: "This approval no longer exists.",
  ATTACHMENT_NOT_FOUND:
    "This attachment no longer exists on the server. Attach it again.",
  ARTIFACT_NOT_FOUND: "This file no longer exists.",
  LAB_NOT_FOUND: "There is no such lab.",
  ACTION_NOT_FOUND: "There is no such action.",
  ROUTE_NOT_FOUND: "The server does not know this address. Reload the page.",
  METHOD_NOT_ALLOWED: "The server does not allow this. Reload the page.",
  SESSION_BUSY: "A run is in progress. Wait for it or stop it.",
  SESSION_READ_ONLY: "This session can only be read.",
  APPROVAL_ALREADY_RESOLVED: "This was already decided elsewhere.",
  APPROVAL_DIGEST_MISMATCH:
    "The arguments shown are not those that would run. Reload the page.",
  MODEL_NOT_CONFIGURED: "Choose a model in the model settings first.",
  MODEL_LACKS_IMAGE_INPUT:
    "This model can't read images. Choose another or remove the image.",
  ATTACHMENT_NOT_READY: "An attachment is not ready yet. Wait a moment.",
  IDEMPOTENCY_CONFLICT: "This message was already sent with other content.",
  ACTION_NOT_ALLOWED: "This action is not possible now.",
  LIMIT_REACHED: "A limit is reached. Delete sessions you no longer need.",
  PAYLOAD_TOO_LARGE: "This is too large. Make it shorter.",
  IMAGE_TOO_LARGE:
    "The image is larger than 10 MB. Make it smaller, then attach it again.",
  TOO_MANY_ATTACHMENTS:
    "A message carries at most 10 files. Remove some of them.",
  UNSUPPORTED_MEDIA_TYPE:
    "This kind of file can't be attached. JPEG, PNG, WebP and GIF can.",
  BASE_URL_NOT_ALLOWED: "This model address is not allowed.",
  MODEL_CONFIG_INVALID: "This model can't be used as configured.",
  IMAGE_SIGNATURE_MISMATCH:
    "The file is not the kind of image that its name or type says. Open it, save it as JPEG or PNG, and attach that.",
  IMAGE_UNREADABLE:
    "The image is damaged or incomplete. Open it, save it anew, and attach that.",
  IMAGE_DIMENSIONS_EXCEEDED:
    "The image has more than 40 megapixels, or a side of more than 12,000. Make it smaller, then attach it again.",
  IMAGE_TOO_MANY_FRAMES:
    "The animation has more than 200 frames. Attach a single picture of it.",
  FILE_EMPTY: "The file is empty. Choose another one.",
  TOOL_ARGUMENTS_INVALID: "The arguments of the tool are not valid.",
  RATE_LIMITED: "Too many requests. Wait a moment.",
  INTERNAL: "Something went wrong on the server. Try again.",
  SHUTTING_DOWN: "The server is shutting down. Try again in a moment.",
  STORE_UNAVAILABLE:
    "The server can't store anything right now. Try again in a moment.",
  PATH_OUTSIDE_WORKSPACE: "The path leads outside the workspace.",
  PATH_INVALID: "The path is not valid.",
  SYMLINK_NOT_ALLOWED: "Links are not followed.",
  PROTECTED_PATH: "This file is protected.",
  NOT_A_REGULAR_FILE: "This is not an ordinary file.",
  FILE_TOO_LARGE: "The file is too large.",
  TOOL_UNKNOWN: "There is no such tool.",
  TOOL_DENIED: "The tool was not allowed to run.",
  TOOL_FAILED: "The tool failed.",
  TOOL_CANCELLED: "The tool was stopped.",
  REPEATED_TOOL_CALL: "The agent repeated the same call again and again.",
  PROVIDER_AUTH:
    "The model provider did not accept the key. Check it in the model settings.",
  PROVIDER_RATE_LIMIT:
    "The model provider is asked too often. Try again later.",
  PROVIDER_UNAVAILABLE: "The model provider can't be reached. Try again later.",
  PROVIDER_PROTOCOL: "The model provider answered in an unexpected way.",
  PROVIDER_REFUSED: "The model provider refused the request.",
  CONTEXT_OVERFLOW:
    "The conversation is too long for this model. Start a new session.",
  MAX_TURNS: "The agent reached its limit of turns.",
  RUN_TIMEOUT: "The run took too long.",
  INTERRUPTED: "The server was restarted in the middle of it.",
  UNKNOWN_OUTCOME:
    "Nobody knows whether the tool finished. Check before you try again.",
};
