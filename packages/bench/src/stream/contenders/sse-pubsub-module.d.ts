declare module "sse-pubsub" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  interface Options {
    readonly historySize?: number;
    readonly pingInterval?: number;
    readonly maxStreamDuration?: number;
  }

  class SseChannel {
    constructor(options?: Options);
    publish(data: unknown, eventName?: string): number;
    subscribe(request: IncomingMessage, response: ServerResponse): void;
    close(): void;
  }
  export = SseChannel;
}
