import { afterEach, expect, it } from "vitest";
import { CONTENDERS } from "../src/stream/contender.ts";
import type { ContenderName } from "../src/stream/contender.ts";
import { NOTHING_WRONG } from "../src/stream/order-check.ts";
import { Children } from "../src/stream/remote-calls.ts";
import { Stage } from "../src/stream/stage.ts";

const children = new Children();
afterEach(() => {
  children.killAll();
});

const PACE = { firstSession: 0, sessions: 1, rate: 1000, text: 10 };
const NAMES = Object.keys(CONTENDERS) as ContenderName[];

it.each(NAMES)(
  "brings %s to replay and go on with nothing lost, repeated or out of order",
  async (contender) => {
    const got = await Stage.use({ children, contender }, async (stage) => {
      await stage.server.call("create", 1);
      await stage.server.call("fill", { session: 0, events: 20, text: 10 });
      await stage.watch({ group: "all", count: 3 });
      await stage.watch({ group: "some", after: 7, count: 2 });
      const all = await stage.publish("all", { ...PACE, seconds: 0.03 }, 20);
      return { all, some: await stage.until("some", 50) };
    });
    expect(got.all).toMatchObject({ ...NOTHING_WRONG, received: 3 * 50 });
    expect(got.some).toMatchObject({ ...NOTHING_WRONG, received: 2 * 43 });
    expect(children.killAll()).toBe(0);
  },
);
