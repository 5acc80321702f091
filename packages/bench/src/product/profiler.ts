/** Records what a process does with the processor, through its inspector. */
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import { CpuProfileSchema } from "./cpu-profile.ts";
import type { CpuProfile } from "./cpu-profile.ts";

const TargetsSchema = z.array(z.object({ webSocketDebuggerUrl: z.string() }));
const ReplySchema = z.object({ id: z.int(), result: z.unknown() });
const StoppedSchema = z.object({ profile: CpuProfileSchema });
const SAMPLE_US = 200;
const TRIES = 50;

/** Records while something is done, in a process that was started with this inspector port. */
export async function profile(
  inspectorPort: number,
  during: () => Promise<void>,
): Promise<CpuProfile> {
  const socket = new WebSocket(await debuggerUrl(inspectorPort));
  const ask = createInspector(socket);
  try {
    await new Promise((opened) => {
      socket.addEventListener("open", opened, { once: true });
    });
    await ask("Profiler.enable");
    await ask("Profiler.setSamplingInterval", { interval: SAMPLE_US });
    await ask("Profiler.start");
    await during();
    return StoppedSchema.parse(await ask("Profiler.stop")).profile;
  } finally {
    socket.close();
  }
}

async function debuggerUrl(port: number): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    try {
      const response = await fetch(`http://127.0.0.1:${port}/json/list`);
      const [target] = TargetsSchema.parse(await response.json());
      if (target !== undefined) return target.webSocketDebuggerUrl;
    } catch (error) {
      if (tries === TRIES) throw error;
    }
    await delay(100);
  }
}

function createInspector(
  socket: WebSocket,
): (method: string, params?: object) => Promise<unknown> {
  const waiting = new Map<number, (result: unknown) => void>();
  let asked = 0;
  socket.addEventListener("message", ({ data }) => {
    const reply = ReplySchema.safeParse(JSON.parse(String(data)));
    if (!reply.success) return;
    waiting.get(reply.data.id)?.(reply.data.result);
    waiting.delete(reply.data.id);
  });
  return (method, params = {}) => {
    asked += 1;
    const id = asked;
    return new Promise((resolve) => {
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
  };
}
