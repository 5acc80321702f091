import { nanoid } from "nanoid";

/** Kinds of identifier that the harness hands out. */
export type IdPrefix = "ses" | "run" | "msg" | "ap" | "att" | "mdl" | "call";

/** A new identifier: the prefix and 126 random bits (21 characters of 6 bits). */
export type NewId = (prefix: IdPrefix) => string;

export const newId: NewId = (prefix) => `${prefix}_${nanoid()}`;
