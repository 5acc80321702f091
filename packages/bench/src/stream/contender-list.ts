import type { ContenderName, CreateContender } from "./contender.ts";

/** Loads one contender and nothing of the others: what is measured is a process that holds only that. */
export async function loadContender(
  name: ContenderName,
): Promise<CreateContender> {
  switch (name) {
    case "raw":
      return (await import("./contenders/raw-http.ts")).createRawHttp;
    case "naive":
      return (await import("./contenders/naive-http.ts")).createNaiveHttp;
    case "memory":
      return (await import("./contenders/studio.ts")).createStudioInMemory;
    case "sqlite":
      return (await import("./contenders/studio.ts")).createStudioOnDisk;
    case "better-sse":
      return (await import("./contenders/better-sse.ts")).createBetterSse;
    case "fastify-sse":
      return (await import("./contenders/fastify-sse.ts")).createFastifySse;
    case "sse-pubsub":
      return (await import("./contenders/sse-pubsub.ts")).createSsePubsub;
    case "durable-streams":
      return (await import("./contenders/durable-streams.ts"))
        .createDurableStreams;
  }
}
