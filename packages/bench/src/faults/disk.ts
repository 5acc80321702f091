/** The disk has no room: files of the process may not grow, and then may again: fault-008. */
import { execFileSync } from "node:child_process";
import { must, mustBeWhole, type Fault } from "./fault.ts";
import { StudioClient } from "./studio-client.ts";

/** In blocks of 512 bytes, as the shell counts; enough to start, and soon used up. */
const BLOCKS = 1024;
const LONG_TEXT = "words ".repeat(5000);

export const FULL_DISK: Fault = {
  name: "a disk without room, which then has room again",
  limitMinutes: 3,
  async run({ start }) {
    const studio = await start({
      shellPrefix: `ulimit -S -f ${BLOCKS}`,
    });
    const client = new StudioClient(studio.port);
    const sessionId = await client.demoSession();
    let written = 0;
    let refused: { status: number; body: unknown } | undefined;
    while (refused === undefined && written < 400) {
      const path = `/sessions/${sessionId}/messages`;
      const answer = await client.ask("POST", path, { text: LONG_TEXT });
      if (answer.status === 202) {
        written += 1;
        await client.idle(sessionId).catch(() => undefined);
      } else if (answer.status !== 409) refused = answer;
    }
    const code = (refused?.body as { error?: { code?: string } }).error?.code;
    must(
      refused?.status === 503 && code === "STORE_UNAVAILABLE",
      `A full disk was answered with ${refused?.status} ${code}.`,
    );
    execFileSync("prlimit", [
      `--pid=${studio.child.pid}`,
      "--fsize=unlimited:unlimited",
    ]);
    const path = `/sessions/${sessionId}/messages`;
    const again = await client.until(async () => {
      const answer = await client.ask("POST", path, { text: "again" });
      return answer.status === 202 ? answer : undefined;
    });
    await client.idle(sessionId);
    const events = await client.events(sessionId);
    mustBeWhole(events);
    await studio.kill();
    await start({ port: studio.port });
    mustBeWhole(await client.events(sessionId));
    return `after ${written} messages 503 STORE_UNAVAILABLE; with room again ${again.status} without a restart, and the log is whole before and after one`;
  },
};
