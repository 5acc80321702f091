/**
 * A program of its own: performs one whole run through the real Pi session while it records every file below HOME that
 * is opened or made and every socket that is connected, and prints the record as JSON.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";
import tls from "node:tls";

const home = process.env["HOME"] ?? "";
const opened: string[] = [];
const made: string[] = [];
const sockets: string[] = [];

type AnyFunction = (...args: unknown[]) => unknown;

/** Puts a spy in front of a function of a module object; what it calls sees the spy as well. */
function spy(
  target: object,
  name: string,
  note: (args: unknown[]) => void,
): void {
  const original: unknown = Reflect.get(target, name);
  if (typeof original !== "function") return;
  const call = original as AnyFunction;
  Reflect.set(target, name, function (this: unknown, ...args: unknown[]) {
    note(args);
    return Reflect.apply(call, this, args);
  });
}

const isBelowHome = (value: unknown): value is string =>
  typeof value === "string" && value.startsWith(home);
for (const name of [
  "open",
  "openSync",
  "readFile",
  "readFileSync",
  "createReadStream",
  "readdir",
  "readdirSync",
  "opendir",
]) {
  for (const target of [fs, fs.promises])
    spy(
      target,
      name,
      ([path]) => isBelowHome(path) && opened.push(`${name} ${path}`),
    );
}
for (const name of [
  "mkdir",
  "mkdirSync",
  "writeFile",
  "writeFileSync",
  "appendFile",
  "appendFileSync",
  "createWriteStream",
]) {
  for (const target of [fs, fs.promises])
    spy(
      target,
      name,
      ([path]) => isBelowHome(path) && made.push(`${name} ${path}`),
    );
}
spy(net.Socket.prototype, "connect", (args) =>
  sockets.push(JSON.stringify(args[0])),
);
spy(tls, "connect", (args) => sockets.push(JSON.stringify(args[0])));
syncBuiltinESMExports();

const { PiAgentSessionFactory, createPiModelRuntimeFactory } =
  await import("../../src/pi-adapters.ts");
const { newId } = await import("../../src/index.ts");
const { EventWatch, TEST_ORIGIN, TestHarness } =
  await import("../../src/testing/test-harness.ts");
const { createTestLab, ToolProbe } =
  await import("../../src/testing/test-lab.ts");

const agents = new PiAgentSessionFactory({
  models: createPiModelRuntimeFactory({ pace: "instant" }),
  newToolCallId: () => newId("call"),
});
const lab = createTestLab(new ToolProbe(), {
  demoScript: ({ turn }) =>
    turn === 1
      ? [{ kind: "call", toolName: "look", args: { value: "a" } }]
      : [{ kind: "text", text: "done" }],
});
const harness = await TestHarness.create({ labs: [lab], agents });
const session = await harness.session();
const watch = new EventWatch(session);
await session.sendMessage({ text: "/skill:x go" }, TEST_ORIGIN);
const end = await watch.until(
  (event) => event.type.startsWith("run.") && event.type !== "run.started",
);
const userText = watch.events.find(
  (event) => event.type === "user.message",
)?.payload;
await harness.dispose();
await watch.close();
const record = {
  end: end.type,
  userText,
  opened: [...opened],
  made: [...made],
  sockets: [...sockets],
};
console.log(JSON.stringify({ ...record, left: fs.readdirSync(home) }));
