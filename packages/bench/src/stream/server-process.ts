// One contender in a process of its own: node server-process.ts <name> <folder>
import { createServer } from "node:net";
import { once } from "node:events";
import { CONTENDERS } from "./contender.ts";
import type { ContenderName } from "./contender.ts";
import { loadContender } from "./contender-list.ts";
import { watchSockets } from "./own-sockets.ts";
import { takePublications } from "./published-queue.ts";
import { serveCalls } from "./remote-calls.ts";
import { createServerCommands } from "./server-commands.ts";

const [name = "", folder = ""] = process.argv.slice(2);
const found = Object.keys(CONTENDERS).find((known) => known === name);
if (found === undefined) throw new Error(`There is no contender ${name}.`);
const create = await loadContender(found as ContenderName);
const own: { port?: number } = {};
const sockets = watchSockets(() => own.port);
const contender = await create({ folder });
own.port = contender.port;
const publications = createServer();
publications.listen(0, "127.0.0.1");
await once(publications, "listening");
const commands = createServerCommands({ contender, sockets, publications });
publications.on("connection", (socket) =>
  takePublications({ ...commands, socket, sockets }),
);
serveCalls(commands.remote);
