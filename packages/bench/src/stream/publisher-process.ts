// The one who decides when an event happens, in a process of its own: node publisher-process.ts
import { createPublisherCommands } from "./publisher-commands.ts";
import { serveCalls } from "./remote-calls.ts";

serveCalls(createPublisherCommands());
