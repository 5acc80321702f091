import { describe, expect, it } from "vitest";
import type {
  AgentSessionFactory,
  AgentSessionOptions,
  AgentSessionPort,
} from "../../src/agent/agent-session.ts";
import { LazyAgentSessionFactory } from "../../src/agent/lazy-agent-session-factory.ts";

// Handed through as they are, so nothing needs to be in them.
const options = {} as AgentSessionOptions;
const port = {} as AgentSessionPort;

function setting(failures = 0) {
  const seen = { loads: 0, created: [] as AgentSessionOptions[] };
  const real: AgentSessionFactory = {
    create: (given) => {
      seen.created.push(given);
      return Promise.resolve(port);
    },
  };
  const lazy = new LazyAgentSessionFactory(() => {
    seen.loads += 1;
    return seen.loads <= failures
      ? Promise.reject(new Error("not there"))
      : Promise.resolve(real);
  });
  return { lazy, seen };
}

describe("a factory that is loaded late", () => {
  it("is not loaded before the first run, and once for all of them", async () => {
    const { lazy, seen } = setting();
    expect(seen.loads).toBe(0);
    const made = await Promise.all([
      lazy.create(options),
      lazy.create(options),
    ]);
    expect(made).toEqual([port, port]);
    expect(seen).toEqual({ loads: 1, created: [options, options] });
  });

  it("fails the run that could not load it, and is tried again by the next", async () => {
    const { lazy, seen } = setting(2);
    await expect(lazy.create(options)).rejects.toThrow("not there");
    await expect(lazy.create(options)).rejects.toThrow("not there");
    await expect(lazy.create(options)).resolves.toBe(port);
    expect(seen.loads).toBe(3);
  });
});
