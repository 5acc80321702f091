import type { SimulatorRequest } from "./provider-simulator.ts";

/** Everything secret that a request carried, as a provider might put it into an error. */
export function echoOf(request: SimulatorRequest): string {
  const key =
    request.headers["authorization"] ?? request.headers["x-api-key"] ?? "";
  return `key ${key} headers ${JSON.stringify(request.headers)} body ${request.bodyText}`;
}
