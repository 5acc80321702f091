/** Tells what stands at an address, before any body is read. Works on canonical paths only. */
import type { RouteContract } from "@agent-studio/shared";

export type Located =
  | { readonly kind: "api"; readonly contract: RouteContract }
  | { readonly kind: "page" }
  | { readonly kind: "wrong_method"; readonly methods: readonly string[] }
  | { readonly kind: "nowhere" };

export interface RouteTable {
  locate(method: string, path: string): Located;
  /** Methods of the address; empty when nothing stands there. */
  methodsOf(path: string): readonly string[];
  /** Whether the viewer's cookie is needed to learn anything about the address. */
  needsViewer(path: string): boolean;
}

/** Whether a path belongs to the API and not to the pages. */
export function isApiPath(path: string): boolean {
  return path === "/api" || path.startsWith("/api/");
}

/** A table over the served contracts and the built pages. */
export function createRouteTable(
  contracts: readonly RouteContract[],
  isPage: (path: string) => boolean,
): RouteTable {
  const entries = contracts.map((contract) => ({
    contract,
    segments: contract.path.split("/"),
  }));
  const openPaths = new Set(
    contracts
      .filter((contract) => !contract.viewer)
      .map((contract) => contract.path),
  );
  const search = (path: string) => {
    const segments = path.split("/");
    return entries
      .filter((entry) => matches(entry.segments, segments))
      .map((entry) => entry.contract);
  };
  // What has no parameters is found by its name.
  const named = new Map(
    contracts
      .filter(({ path }) => !path.includes(":"))
      .map(({ path }) => [path, search(path)]),
  );
  const at = (path: string) => named.get(path) ?? search(path);
  const methodsOf = (path: string) =>
    isPage(path)
      ? ["GET", "HEAD"]
      : at(path).map((contract) => contract.method);
  return {
    methodsOf,
    needsViewer: (path) => isApiPath(path) && !openPaths.has(path),
    locate(method, path) {
      const contract = at(path).find(
        (candidate) => candidate.method === method,
      );
      if (contract !== undefined) return { kind: "api", contract };
      const methods = methodsOf(path);
      if (methods.length === 0) return { kind: "nowhere" };
      return isPage(path) && methods.includes(method)
        ? { kind: "page" }
        : { kind: "wrong_method", methods };
    },
  };
}

function matches(
  pattern: readonly string[],
  segments: readonly string[],
): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) =>
      part.startsWith(":") ? segments[index] !== "" : part === segments[index],
    )
  );
}
