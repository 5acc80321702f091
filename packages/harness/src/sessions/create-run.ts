/** Puts the parts of one run together. */
import type { RedactedConnection } from "@agent-studio/shared";
import type { EffectLane } from "../agent/effect-lane.ts";
import { RunLimit } from "../agent/run-limit.ts";
import type { RunPort } from "../agent/run-port.ts";
import { RunRecorder } from "../agent/run-recorder.ts";
import { StopSignal } from "../agent/stop-signal.ts";
import { ToolGate } from "../agent/tool-gate.ts";
import type { AttachmentStore } from "../attachments/attachment-store.ts";
import type { NewEvent } from "../events/event-store.ts";
import type { SkillEntry } from "../skills/skill-catalog.ts";
import { createSkillEventInference } from "../skills/skill-event-inference.ts";
import type { ArgumentsValidator } from "../tools/arguments-validator.ts";
import type { CollectionValidator } from "../tools/collection-validator.ts";
import type { SafeWorkspace } from "../workspace/safe-workspace.ts";
import type { Lab } from "./define-lab.ts";
import { RunController } from "./run-controller.ts";
import type { HarnessDeps } from "./session-deps.ts";

/** What of a session a run works on. */
export interface RunSubject {
  readonly lab: Lab;
  readonly skills: readonly SkillEntry[];
  readonly workspace: SafeWorkspace;
  readonly attachments: AttachmentStore;
  readonly data: unknown;
  readonly lane: EffectLane;
  readonly validate: ArgumentsValidator;
  readonly validateCollection: CollectionValidator;
  /** Checks the input of an action of the lab by its name. */
  readonly validateAction: ArgumentsValidator;
}

export interface RunRequest {
  readonly port: Omit<RunPort, "onChange">;
  readonly connection: RedactedConnection;
  readonly text: string;
  readonly leftOver: () => readonly NewEvent[];
}

/** Builds a run that has not started. */
export function createRun(
  deps: HarnessDeps,
  subject: RunSubject,
  request: RunRequest,
): RunController {
  const { lab, skills } = subject;
  const stop = new StopSignal();
  const port: RunPort = {
    ...request.port,
    onChange: () => controller.onChange(),
  };
  const gate = createGate(deps, subject, { port, stop, text: request.text });
  const { providerId, modelId } = request.connection;
  const recorder = new RunRecorder({
    port,
    gate,
    model: { providerId, modelId },
    newMessageId: () => deps.newId("msg"),
    newCallId: () => deps.newId("mdl"),
    now: deps.now,
  });
  const controller: RunController = new RunController({
    port,
    gate,
    recorder,
    stop,
    limit: new RunLimit({
      limitMs: deps.settings.runTimeoutMs,
      onLimit: () => controller.cancel("timeout"),
      now: deps.now,
    }),
    approvals: deps.approvals,
    agents: deps.agents,
    lab,
    connection: request.connection,
    systemPrompt: () => systemPromptOf(lab, skills),
    maxTurns: lab.limits?.maxTurns ?? deps.settings.maxTurns,
    now: deps.now,
    leftOver: request.leftOver,
    onDefect: deps.onDefect,
  });
  return controller;
}

interface GateParts {
  readonly port: RunPort;
  readonly stop: StopSignal;
  /** The user message that the run answers. */
  readonly text: string;
}

function createGate(
  deps: HarnessDeps,
  subject: RunSubject,
  { port, stop, text }: GateParts,
): ToolGate {
  const { lab, skills } = subject;
  return new ToolGate({
    port,
    stop,
    tools: lab.tools,
    rules: lab,
    validate: subject.validate,
    skillEntries: skills,
    approvals: deps.approvals,
    lane: subject.lane,
    skills: createSkillEventInference(skills),
    surroundings: {
      workspace: subject.workspace,
      data: subject.data,
      message: { text },
      validateCollection: subject.validateCollection,
      now: deps.now,
    },
    approvalTimeoutMs: deps.settings.approvalTimeoutMs,
    toolTimeoutMs: lab.limits?.toolTimeoutMs ?? deps.settings.toolTimeoutMs,
    newApprovalId: () => deps.newId("ap"),
    wallClock: deps.wallClock,
    onDefect: deps.onDefect,
  });
}

function systemPromptOf(lab: Lab, skills: readonly SkillEntry[]): string {
  return typeof lab.systemPrompt === "string"
    ? lab.systemPrompt
    : lab.systemPrompt({
        skills,
        toolNames: lab.tools.map((tool) => tool.name),
      });
}
