import { readFile } from "node:fs/promises";
import { ToolError } from "@agent-studio/harness";
import { AdsAccountsSchema } from "./contract.ts";
import type { AdsAccounts } from "./contract.ts";

/** Where the shared practice data stand, wherever the server was started from. */
const ADS_ACCOUNT_FILE = new URL(
  "../../../../fixtures/ads-account.json",
  import.meta.url,
);

/**
 * Reads and checks the practice accounts. Read for each query, so that a changed number counts at
 * once. Throws `ToolError` `TOOL_FAILED` when the file is missing or not as the contract says.
 */
export async function readAdsAccounts(
  file: URL = ADS_ACCOUNT_FILE,
): Promise<AdsAccounts> {
  const parsed = AdsAccountsSchema.safeParse(await readJson(file));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.join(".") ?? "";
  throw new ToolError(
    "TOOL_FAILED",
    `fixtures/ads-account.json does not fit the contract at "${where}". Correct the file and ask again.`,
  );
}

async function readJson(file: URL): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as unknown;
  } catch {
    throw new ToolError(
      "TOOL_FAILED",
      "fixtures/ads-account.json could not be read as JSON. Restore the file and ask again.",
    );
  }
}
