/** New viewers and their secrets. */
import { randomBytes } from "node:crypto";
import { nanoid } from "nanoid";
import type { IssuedViewer } from "./viewer-registry.ts";

const TOKEN_BYTES = 32;

/** A viewer id that says nothing about any token. */
export function newViewerId(): string {
  return `viw_${nanoid(22)}`;
}

/** One more token of a viewer: 256 random bits. */
export function issueToken(viewerId: string): IssuedViewer {
  return { viewerId, token: randomBytes(TOKEN_BYTES).toString("base64url") };
}
