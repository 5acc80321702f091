/** Identifiers are opaque strings: a prefix that tells the kind and at least 96 random bits. */
import * as z from "zod";

const identifier = (prefix: string) =>
  z
    .string()
    .regex(
      new RegExp(`^${prefix}_[A-Za-z0-9_-]{16,64}$`),
      `must be an identifier that starts with ${prefix}_`,
    );

export const SessionIdSchema = identifier("ses");
export const RunIdSchema = identifier("run");
export const MessageIdSchema = identifier("msg");
export const ApprovalIdSchema = identifier("ap");
export const AttachmentIdSchema = identifier("att");
export const ViewerIdSchema = identifier("viw");
export const RequestIdSchema = identifier("req");
export const ModelCallIdSchema = identifier("mdl");
export const ToolCallIdSchema = identifier("call");

/** `evt_<22 random characters, new at each opening of the log>_<sequence>`: opaque to clients, self-proving to the server. */
export const EventIdSchema = z
  .string()
  .regex(
    /^evt_[A-Za-z0-9_-]{22}_[1-9][0-9]{0,15}$/,
    "must be an event identifier",
  );

/** ISO 8601 in UTC with milliseconds. */
export const TimestampSchema = z.iso.datetime({ precision: 3 });

/** What a client may choose itself: the key of a message that makes sending it twice harmless. */
export const ClientMessageIdSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, "must be 1 to 64 of A-Z, a-z, 0-9, _ and -");

/** Names one browser tab on its event stream. */
export const TabSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, "must be 1 to 64 of A-Z, a-z, 0-9, _ and -");
