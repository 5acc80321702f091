/** Parameters and other pieces that several routes share. */
import * as z from "zod";

export const sessionParams = z.object({ sessionId: z.string() });
export const runParams = sessionParams.extend({ runId: z.string() });
export const approvalParams = sessionParams.extend({ approvalId: z.string() });
export const attachmentParams = sessionParams.extend({
  attachmentId: z.string(),
});
export const namedParams = sessionParams.extend({ name: z.string() });
export const noBody = z.strictObject({});
export const decimal = /^(0|[1-9][0-9]{0,15})$/;
