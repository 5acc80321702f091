import { isIP } from "node:net";
import { describe, expect, it, vi } from "vitest";
import { createNodeHostResolver } from "../../src/models/node-host-resolver.ts";

const { signal: never } = new AbortController();

describe("createNodeHostResolver", () => {
  it("knows the hosts file and the addresses of this machine", async () => {
    const resolver = createNodeHostResolver();
    const answers = await resolver.resolve("localhost", never);

    expect(answers.length).toBeGreaterThan(0);
    expect(
      answers.every((one) => one === "::1" || one.startsWith("127.")),
    ).toBe(true);
    expect(resolver.ownAddresses()).toContain("127.0.0.1");
    expect(resolver.ownAddresses().every((one) => isIP(one) !== 0)).toBe(true);
  });

  it("looks two names up at a time, and the others in turn", async () => {
    const open = new Map<string, (answer: readonly string[]) => void>();
    const lookupAll = vi.fn(
      (name: string) =>
        new Promise<readonly string[]>((resolve) => open.set(name, resolve)),
    );
    const resolver = createNodeHostResolver({ lookupAll });
    const stop = new AbortController();
    const first = resolver.resolve("a.example.com", never);
    const second = resolver.resolve("b.example.com", never);
    const given = resolver.resolve("c.example.com", stop.signal);
    const last = resolver.resolve("d.example.com", never);
    stop.abort(new Error("too slow"));

    await expect(given).rejects.toThrow("too slow");
    expect([...open.keys()]).toEqual(["a.example.com", "b.example.com"]);
    open.get("a.example.com")?.(["93.184.215.14"]);
    expect(await first).toEqual(["93.184.215.14"]);
    await vi.waitUntil(() => open.has("d.example.com"));
    open.get("b.example.com")?.(["93.184.215.15"]);
    open.get("d.example.com")?.(["93.184.215.16"]);

    expect(await second).toEqual(["93.184.215.15"]);
    expect(await last).toEqual(["93.184.215.16"]);
    expect(lookupAll).toHaveBeenCalledTimes(3);
  });
});
