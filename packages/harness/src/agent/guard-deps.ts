import type { ApprovalBroker } from "../approvals/approval-broker.ts";
import type { SkillEventInference } from "../skills/skill-event-inference.ts";
import type { EffectLane } from "./effect-lane.ts";
import type { RunPort } from "./run-port.ts";
import type { StopSignal } from "./stop-signal.ts";
import type { RunSurroundings } from "./tool-run-context.ts";

/** What the gate of one run works with. */
export interface GuardDeps {
  readonly port: RunPort;
  readonly approvals: ApprovalBroker;
  readonly lane: EffectLane;
  readonly stop: StopSignal;
  readonly skills: SkillEventInference;
  readonly surroundings: RunSurroundings;
  readonly approvalTimeoutMs: number;
  readonly toolTimeoutMs: number;
  readonly newApprovalId: () => string;
  /** Wall clock, in milliseconds. */
  readonly wallClock: () => number;
  /** Told of a defect; for the server's log. */
  readonly onDefect: (error: unknown) => void;
}
