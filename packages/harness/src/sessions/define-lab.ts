/** A lab: a subject to practise on. Only what it declares is registered; anything else a model asks for is denied. */
import type {
  JsonObject,
  JsonValue,
  LocalizedText,
  ToolPolicy,
} from "@agent-studio/shared";
import type { DemoScript } from "../models/demo-script.ts";
import type { SkillEntry } from "../skills/skill-catalog.ts";
import type { ToolContext, ToolDefinition } from "../tools/define-tool.ts";
import type { SafeWorkspace } from "../workspace/safe-workspace.ts";

export interface SystemPromptContext {
  readonly skills: readonly SkillEntry[];
  readonly toolNames: readonly string[];
}

/** What a person does outside a waiting tool call. */
export interface LabAction {
  readonly name: string;
  readonly title: LocalizedText;
  /** JSON Schema of the input. */
  readonly inputSchema: JsonObject;
  /** Throws `ToolError` for a refusal (`ACTION_NOT_ALLOWED`). */
  execute(
    input: JsonValue,
    ctx: Omit<ToolContext, "run" | "toolCallId" | "message">,
  ): Promise<JsonValue>;
}

/** Lab state that `lab.updated` keeps, with the JSON Schema of its values. */
export interface LabCollectionSpec {
  readonly name: string;
  readonly schema: JsonObject;
}

export interface OpenContext {
  readonly sessionId: string;
  readonly workspace: SafeWorkspace;
}

/** A policy rule of the lab on the validated arguments; it can only make the policy stricter. */
export type LabPolicy = (
  toolName: string,
  args: JsonObject,
) => ToolPolicy | undefined;

export interface LabSpec {
  readonly labId: string;
  readonly title: LocalizedText;
  readonly description: LocalizedText;
  readonly systemPrompt: string | ((ctx: SystemPromptContext) => string);
  /** In the order in which they are registered and listed. */
  readonly tools: readonly ToolDefinition[];
  readonly policy?: LabPolicy;
  /** Policies by tool name that replace the default of the tool's effect (only ever stricter ones are honoured). */
  readonly policies?: Readonly<Record<string, ToolPolicy>>;
  readonly artifacts: readonly {
    readonly name: string;
    readonly mediaType: string;
  }[];
  /** Names of skills that the lab uses, or "all". */
  readonly skills: readonly string[] | "all";
  readonly limits?: {
    readonly maxTurns?: number;
    readonly toolTimeoutMs?: number;
  };
  readonly demoPrompt: LocalizedText;
  readonly demoScript: DemoScript;
  readonly actions?: readonly LabAction[];
  readonly collections?: readonly LabCollectionSpec[];
  readonly open?: (ctx: OpenContext) => Promise<Partial<AsyncDisposable>>;
}

export type Lab = LabSpec;

/** Checks a lab's declaration once, at start: names are unique, rules name known tools. Throws a plain Error for a programmer. */
export function defineLab(spec: LabSpec): Lab {
  const names = spec.tools.map((tool) => tool.name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw new Error(`Lab ${spec.labId} declares the tool ${twice} twice.`);
  const unknown = Object.keys(spec.policies ?? {}).find(
    (name) => !names.includes(name),
  );
  if (unknown !== undefined)
    throw new Error(
      `Lab ${spec.labId} has a policy for ${unknown}, which is none of its tools.`,
    );
  return Object.freeze({ ...spec });
}
