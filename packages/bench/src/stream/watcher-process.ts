// All watchers of a scenario, in a process of their own: node watcher-process.ts
import { serveCalls } from "./remote-calls.ts";
import { createWatcherCommands } from "./watcher-commands.ts";

serveCalls(createWatcherCommands());
