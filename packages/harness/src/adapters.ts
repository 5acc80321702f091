/** The adapters of the harness's ports, chosen once, in a composition root; those with Pi are apart. */
export { LazyAgentSessionFactory } from "./agent/lazy-agent-session-factory.ts";
export { InMemoryApprovalBroker } from "./approvals/in-memory-approval-broker.ts";
export { createFileAttachmentStores } from "./attachments/file-attachment-store.ts";
export { NodeImageNormalizer } from "./attachments/node-image-normalizer.ts";
export { InMemoryEventStore } from "./events/in-memory-event-store.ts";
export {
  SqliteEventStore,
  type SqliteEventStoreOptions,
} from "./events/sqlite-event-store.ts";
export { InMemoryModelConnectionStore } from "./models/in-memory-model-connection-store.ts";
export {
  createModelAccess,
  type ModelAccessOptions,
} from "./models/node-model-access.ts";
export type { WireLimits } from "./models/wire/wire-limits.ts";
export { createFileSkillCatalog } from "./skills/file-skill-catalog.ts";
