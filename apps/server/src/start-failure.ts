import { StoreOpenError } from "@agent-studio/harness";
import type { Config } from "./config.ts";

/**
 * The sentence for a server that can't start, naming the variable that changes it; undefined for what no setting
 * changes.
 */
export function explainStartFailure(
  error: unknown,
  config: Pick<Config, "host" | "port" | "dataDir">,
): string | undefined {
  if (error instanceof StoreOpenError) return error.message;
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  const syscall = "syscall" in error ? error.syscall : undefined;
  if (syscall === "listen" || syscall === "getaddrinfo")
    return explainListenFailure(error.code, config.host, config.port);
  return "path" in error
    ? `The folder ${config.dataDir} can't be used for data; set STUDIO_DATA_DIR to one that can.`
    : undefined;
}

function explainListenFailure(
  code: unknown,
  host: string,
  port: number,
): string {
  const next = port === 65_535 ? port - 1 : port + 1;
  if (code === "EADDRINUSE")
    return `Port ${port} is in use; set PORT to another one, such as PORT=${next}.`;
  if (code === "EACCES")
    return `Port ${port} may not be used by this user; set PORT to one above 1023.`;
  return `This machine can't listen on ${host}; set HOST to one of its addresses, such as HOST=127.0.0.1.`;
}
