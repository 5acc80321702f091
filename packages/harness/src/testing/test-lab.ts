/** A small lab with one tool of every kind that the gate must tell apart, and knobs for tests. */
import { Type } from "@sinclair/typebox";
import { defineLab, type Lab, type LabSpec } from "../sessions/define-lab.ts";
import {
  defineTool,
  ToolError,
  type ToolContext,
  type ToolDefinition,
} from "../tools/define-tool.ts";

const text = (value: string): { "zh-CN": string; en: string } => ({
  "zh-CN": value,
  en: value,
});

/** What the tools did, in order, and the knobs that hold them. */
export class ToolProbe {
  /** `name:argument` of every execution that began. */
  readonly executed: string[] = [];
  /** Contexts of executions, for tests of fencing. */
  readonly contexts: ToolContext[] = [];
  #held: {
    readonly name: string;
    release: (text: string) => void;
    fail: (error: Error) => void;
  }[] = [];
  readonly #waiters = new Set<() => void>();

  /** Called by a tool; a held tool waits until `release`. */
  enter(name: string, ctx: ToolContext): Promise<string> {
    this.executed.push(name);
    this.contexts.push(ctx);
    const held = new Promise<string>((resolve, reject) => {
      this.#held.push({ name, release: resolve, fail: reject });
    });
    for (const tell of [...this.#waiters]) tell();
    return held;
  }

  /** Resolves when a held tool has begun. */
  async begun(count = 1): Promise<void> {
    while (this.#held.length < count) {
      await new Promise<void>((resolve) => {
        const tell = (): void => {
          this.#waiters.delete(tell);
          resolve();
        };
        this.#waiters.add(tell);
      });
    }
  }

  /** Lets the oldest held tool return. */
  release(answer = "released"): void {
    this.#held.shift()?.release(answer);
  }

  /** Lets the oldest held tool throw. */
  fail(error: Error): void {
    this.#held.shift()?.fail(error);
  }
}

/** Tools: `look` (read), `suggest` (propose), `note` (write, saves notes.md), `mail` (send), `forbidden`, `held` (write) and `stubborn` (write, ignores the stop). */
export function createTestTools(probe: ToolProbe): readonly ToolDefinition[] {
  const parameters = Type.Object(
    { value: Type.String({ maxLength: 200_000 }) },
    { additionalProperties: false },
  );
  const quick = (
    name: string,
    effect: ToolDefinition["effect"],
  ): ToolDefinition =>
    defineTool({
      name,
      title: text(name),
      description: name,
      parameters,
      effect,
      execute: ({ value }) => {
        probe.executed.push(`${name}:${value}`);
        if (value === "refuse")
          throw new ToolError(
            "TOOL_ARGUMENTS_INVALID",
            "Only other values are valid.",
          );
        if (value === "break") throw new Error("secret detail of a defect");
        return { text: `${name} saw ${value}` };
      },
    });
  return [
    quick("look", "read"),
    quick("suggest", "propose"),
    defineTool({
      name: "note",
      title: text("note"),
      description: "note",
      parameters,
      effect: "write",
      summarize: ({ value }) => text(`Note ${value}`),
      async execute({ value }, ctx) {
        probe.executed.push(`note:${value}`);
        await ctx.saveArtifact("notes.md", value);
        return { text: "noted" };
      },
    }),
    quick("mail", "send"),
    quick("forbidden", "read"),
    defineTool({
      name: "held",
      title: text("held"),
      description: "held",
      parameters,
      effect: "write",
      async execute({ value }, ctx) {
        const answer = probe.enter(`held:${value}`, ctx);
        const stopped = new Promise<never>((_resolve, reject) => {
          ctx.signal.addEventListener(
            "abort",
            () => reject(new Error("stopped")),
            { once: true },
          );
        });
        return { text: await Promise.race([answer, stopped]) };
      },
    }),
    defineTool({
      name: "stubborn",
      title: text("stubborn"),
      description: "stubborn",
      parameters,
      effect: "write",
      execute: async ({ value }, ctx) => ({
        text: await probe.enter(`stubborn:${value}`, ctx),
      }),
    }),
  ];
}

/** The lab of these tools; `overrides` replace parts of it. */
export function createTestLab(
  probe: ToolProbe,
  overrides: Partial<LabSpec> = {},
): Lab {
  return defineLab({
    labId: "test-lab",
    title: text("Test lab"),
    description: text("For tests"),
    systemPrompt: "You are tested.",
    tools: createTestTools(probe),
    policies: { forbidden: "deny" },
    artifacts: [
      { name: "notes.md", mediaType: "text/markdown; charset=utf-8" },
    ],
    skills: "all",
    demoPrompt: text("demo"),
    demoScript: () => [{ kind: "text", text: "demo" }],
    collections: [{ name: "things", schema: { type: "object" } }],
    ...overrides,
  });
}
