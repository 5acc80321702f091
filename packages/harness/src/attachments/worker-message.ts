/** What goes between the server and the process that reads pictures. */
import type { ApiErrorCode } from "@agent-studio/shared";
import type {
  ImageFacts,
  NormalizedImage,
  NormalizeRequest,
} from "./image-normalizer.ts";

export type WorkerJob =
  | { readonly kind: "normalize"; readonly request: NormalizeRequest }
  | { readonly kind: "measure"; readonly base64: string };

export type WorkerAnswer =
  /** Jobs can come. */
  | { readonly kind: "ready" }
  /** The decoder could not be loaded. */
  | { readonly kind: "unusable"; readonly reason: string }
  | { readonly kind: "done"; readonly value: NormalizedImage | ImageFacts }
  | {
      readonly kind: "refused";
      readonly code: ApiErrorCode;
      readonly message: string;
      readonly details?: Readonly<Record<string, unknown>> | undefined;
    }
  | { readonly kind: "failed"; readonly reason: string };
