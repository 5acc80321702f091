import { expect, it } from "vitest";
import { FakeSessions } from "../src/testing/fake-sessions.ts";
import { startFakeApp } from "../src/testing/test-app.ts";

it("refuses new requests while sessions end, tells no stranger so, and then is gone", async () => {
  const ending = Promise.withResolvers<undefined>();
  class SlowlyEnding extends FakeSessions {
    override async close(): Promise<void> {
      await ending.promise;
      await super.close();
    }
  }
  const server = await startFakeApp({ sessions: new SlowlyEnding() });
  const viewer = await server.viewer();
  const client = await viewer.stream(await viewer.createSession());
  await client.untilSequence(1);

  const closed = server.app.close();
  const refused = await viewer.request("GET", "/api/sessions");
  expect(refused).toMatchObject({
    status: 503,
    body: { error: { code: "SHUTTING_DOWN" } },
  });
  expect(refused.headers.get("x-request-id")).toMatch(/^req_/);
  expect((await fetch(`${server.url}/api/nothing`)).status).toBe(503);
  expect(
    (
      await fetch(`${server.url}/api/health`, {
        headers: { origin: "http://evil.example" },
      })
    ).status,
  ).toBe(403);

  ending.resolve(undefined);
  await closed;
  await client.ended;
  expect(client.events.at(-1)?.event).toBe("session.closed");
  await expect(fetch(`${server.url}/api/health`)).rejects.toThrow();
});
