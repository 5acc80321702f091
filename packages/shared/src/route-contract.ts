import type * as z from "zod";

/** What a success answer carries: JSON by schema, nothing, or bytes of a media type. */
export type SuccessContract =
  z.ZodType | "empty" | { readonly mediaType: string };

export interface RouteContract {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With `:name` for parameters. */
  readonly path: string;
  readonly summary: string;
  /** Whether the viewer's cookie is needed. */
  readonly viewer: boolean;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** `multipart` routes take exactly one file part. */
  readonly multipart?: true;
  readonly success: Readonly<Record<number, SuccessContract>>;
}
