/** The HTTP side of the studio. The program that serves it is `main.ts`. */
export { buildApp, type AppOptions, type ConnectionTimeouts } from "./app.ts";
export { ConfigError, loadConfig, type Config } from "./config.ts";
export {
  StreamHub,
  type StreamHubOptions,
  type WatchRequest,
} from "./stream/stream-hub.ts";
export { STREAM_LIMITS, type StreamLimits } from "./stream/stream-limits.ts";
export { InMemoryViewerRegistry } from "./viewers/in-memory-viewer-registry.ts";
export type {
  IssuedViewer,
  ViewerLink,
  ViewerRegistry,
} from "./viewers/viewer-registry.ts";
