/** A tool: what the model may ask for, described once for the model, the policy, the person who approves and the executor. */
import type { TSchema, Static } from "@sinclair/typebox";
import type {
  Actor,
  ErrorCode,
  JsonObject,
  JsonValue,
  LocalizedText,
  Risk,
  ToolEffect,
  ToolView,
} from "@agent-studio/shared";
import type { SafeWorkspace } from "../workspace/safe-workspace.ts";

/** What a tool gets besides its arguments. */
export interface ToolContext {
  readonly sessionId: string;
  /** Absent when an action of a person, not a run, calls the code. */
  readonly run?: { readonly runId: string; readonly turn: number };
  readonly toolCallId: string;
  /** Who allowed this call. */
  readonly actor: Actor;
  /** Aborted on stop, deletion, shutdown and at the run limit. A tool returns soon after. */
  readonly signal: AbortSignal;
  /** The user message that the run answers. */
  readonly message: { readonly text: string };
  /** What `open(ctx)` of the lab returned for this session. */
  readonly data: unknown;
  readonly workspace: SafeWorkspace;
  /** Reports how far the call is; at most a few a second become events. */
  progress(message: string, fraction?: number): void;
  /** Keeps lab state: the last value per collection and id counts; null removes. */
  update(collection: string, id: string, value: JsonValue | null): void;
  /** Writes a declared artifact atomically and records `artifact.saved`. */
  saveArtifact(name: string, content: string | Uint8Array): Promise<void>;
}

/** What a tool answers: `text` is for the model, the rest for people and programs. */
export interface ToolOutput {
  readonly text: string;
  readonly details?: JsonValue;
  readonly view?: ToolView;
}

/** What a tool's own code says about a call for the approval card: never the model's words. */
export interface ToolSummary {
  readonly summary: LocalizedText;
  readonly risk?: Risk;
}

/** The neutral form that registries, policies and the executor work with. */
export interface ToolDefinition {
  readonly name: string;
  readonly title: LocalizedText;
  /** For the model and for `/api/labs`. */
  readonly description: string;
  /** JSON Schema of the arguments (TypeBox values are JSON Schema). */
  readonly parameters: JsonObject;
  readonly effect: ToolEffect;
  readonly risk: Risk;
  summarize(args: JsonObject): ToolSummary;
  /**
   * Does the work with validated, frozen arguments. Throws `ToolError` for a refusal of its own;
   * anything else that is thrown is a bug, shown as `TOOL_FAILED` without its text.
   */
  execute(args: JsonObject, ctx: ToolContext): Promise<ToolOutput>;
}

/** A refusal that a tool makes itself; its sentence says what would be valid and reaches the model and the person. */
export class ToolError extends Error {
  readonly code: ErrorCode;
  constructor(code: ErrorCode, message: string) {
    super(message);
    this.name = "ToolError";
    this.code = code;
  }
}

export interface ToolSpec<P extends TSchema> {
  readonly name: string;
  readonly title: LocalizedText;
  readonly description: string;
  readonly parameters: P;
  readonly effect: ToolEffect;
  readonly risk?: Risk;
  readonly summarize?: (args: Static<P>) => ToolSummary | LocalizedText;
  readonly execute: (
    args: Static<P>,
    ctx: ToolContext,
  ) => Promise<ToolOutput> | ToolOutput;
}

const RISK_OF_EFFECT = {
  read: "low",
  propose: "low",
  write: "medium",
  send: "high",
} as const satisfies Record<ToolEffect, Risk>;

/**
 * Defines a tool from TypeBox parameters. The arguments that `execute` gets have passed the schema:
 * the executor validates them before it calls.
 */
export function defineTool<P extends TSchema>(
  spec: ToolSpec<P>,
): ToolDefinition {
  const risk = spec.risk ?? RISK_OF_EFFECT[spec.effect];
  return {
    name: spec.name,
    title: spec.title,
    description: spec.description,
    parameters: JSON.parse(JSON.stringify(spec.parameters)) as JsonObject,
    effect: spec.effect,
    risk,
    summarize(args) {
      const own = spec.summarize?.(args);
      if (own === undefined) return { summary: spec.title, risk };
      return "summary" in own ? { risk, ...own } : { summary: own, risk };
    },
    async execute(args, ctx) {
      return spec.execute(args, ctx);
    },
  };
}

/** Defines a tool whose parameters are plain JSON Schema, as a tool server describes them. */
export function defineJsonSchemaTool(
  spec: Omit<ToolDefinition, "risk" | "summarize"> &
    Partial<Pick<ToolDefinition, "risk" | "summarize">>,
): ToolDefinition {
  const risk = spec.risk ?? RISK_OF_EFFECT[spec.effect];
  return {
    ...spec,
    risk,
    summarize: spec.summarize ?? (() => ({ summary: spec.title, risk })),
  };
}
