/** What sessions are built from: ports and settings, chosen once in the composition root. */
import type { AgentSessionFactory } from "../agent/agent-session.ts";
import type { ApprovalBroker } from "../approvals/approval-broker.ts";
import type { AttachmentStores } from "../attachments/attachment-store.ts";
import type { EventStore } from "../events/event-store.ts";
import type { ModelAccess } from "../models/model-access.ts";
import type { ModelConnectionStore } from "../models/model-connection-store.ts";
import type { SkillCatalog } from "../skills/skill-catalog.ts";
import type { Lab } from "./define-lab.ts";
import type { NewId } from "./new-id.ts";

export interface HarnessSettings {
  /** Time in which something other than a person is awaited, in milliseconds. */
  readonly runTimeoutMs: number;
  readonly approvalTimeoutMs: number;
  /** How long one call of a tool may take, in milliseconds. */
  readonly toolTimeoutMs: number;
  readonly maxTurns: number;
  readonly maxSessionsPerViewer: number;
  /** What the logs of all sessions of a viewer may hold before they take no new message; 4 GiB by default. */
  readonly maxLogBytesPerViewer?: number;
}

export interface HarnessDeps {
  readonly store: EventStore;
  readonly approvals: ApprovalBroker;
  readonly attachments: AttachmentStores;
  readonly connections: ModelConnectionStore;
  readonly models: ModelAccess;
  readonly agents: AgentSessionFactory;
  readonly skills: SkillCatalog;
  readonly labs: readonly Lab[];
  /** Absolute; sessions keep their folders below it. */
  readonly dataDir: string;
  readonly settings: HarnessSettings;
  readonly newId: NewId;
  /** Wall clock, in milliseconds. */
  readonly wallClock: () => number;
  /** Monotonic, in milliseconds. */
  readonly now: () => number;
  /** Told of defects; for the server's log, never for events. */
  readonly onDefect: (error: unknown) => void;
}

/** What one session is built from. */
export interface SessionDeps extends HarnessDeps {
  /** Whether the viewer's sessions hold as much as they may together. */
  readonly isViewerFull: (viewerId: string) => boolean;
}
