/** The adapters that bring Pi with them: apart from the others, so that a process loads Pi when a run needs it. */
export { PiAgentSessionFactory } from "./agent/pi-agent-session.ts";
export { createPiModelRuntimeFactory } from "./models/pi-model-runtime.ts";
