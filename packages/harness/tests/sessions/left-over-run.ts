/**
 * A program of its own: sessions that are stopped, deleted and shut down in the middle of everything, then what is
 * left is printed as JSON. That it ends by itself is part of what is tested.
 */
import { readdir } from "node:fs/promises";
import { TEST_ORIGIN, TEST_VIEWER } from "../../src/testing/test-harness.ts";
import { call, openFixture, turns } from "./session-fixture.ts";

const used = await openFixture({
  script: turns(
    { text: "words ", calls: [call("note"), call("stubborn"), call("look")] },
    { text: "ok" },
  ),
});
await used.send();
await used.watch.until(() => used.session.approvals().length === 2);
const [, stubborn] = used.session.approvals();
await used.session.approve(stubborn?.approvalId ?? "", {}, TEST_ORIGIN);
await used.probe.begun();
const { sessionId } = used.session;
await used.harness.registry.delete(sessionId, TEST_VIEWER, TEST_ORIGIN);
const other = await used.harness.session();
await other.sendMessage({ text: "go" }, TEST_ORIGIN);
await other.sendMessage({ text: "busy" }, TEST_ORIGIN).catch(() => undefined);
await used.harness.registry.close();
await used.watch.close();
const folders = await readdir(`${used.harness.dataDir}/sessions`);
const timers = process
  .getActiveResourcesInfo()
  .filter((name) => name === "Timeout" || name === "Immediate");
await used.dispose();
console.log(
  JSON.stringify({ folders, timers, defects: used.harness.defects.length }),
);
