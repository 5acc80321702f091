/** The harness's side of an agent loop, as conformance tests play it: it records, and answers calls as it is told. */
import type {
  AgentEvent,
  AgentHost,
  ToolReply,
} from "../agent/agent-session.ts";

export type HostEvent<T extends AgentEvent["type"]> = Extract<
  AgentEvent,
  { type: T }
>;

export class RecordingHost implements AgentHost {
  readonly events: AgentEvent[] = [];
  /** Ids of calls in the order in which they were to be executed. */
  readonly executed: string[] = [];
  readonly defects: unknown[] = [];
  goesOn = true;
  /** How a call is answered: at once, by default. */
  answer: (toolCallId: string) => Promise<ToolReply> = (toolCallId) =>
    Promise.resolve({
      text: `reply to ${this.#nameOf(toolCallId)}`,
      isError: false,
    });
  readonly #replies = new Map<string, ToolReply>();
  readonly #watchers = new Set<() => void>();

  onEvent(event: AgentEvent): void {
    this.events.push(event);
    for (const tell of [...this.#watchers]) tell();
  }

  async executeTool(toolCallId: string): Promise<ToolReply> {
    this.executed.push(toolCallId);
    for (const tell of [...this.#watchers]) tell();
    const reply = await this.answer(toolCallId);
    this.#replies.set(toolCallId, reply);
    return reply;
  }

  replyOf(toolCallId: string): ToolReply | undefined {
    return this.#replies.get(toolCallId);
  }

  mayContinue(): boolean {
    return this.goesOn;
  }

  onDefect(error: unknown): void {
    this.defects.push(error);
  }

  of<T extends AgentEvent["type"]>(type: T): HostEvent<T>[] {
    return this.events.filter(
      (event): event is HostEvent<T> => event.type === type,
    );
  }

  /** Resolves when `isSo`; looks again at every event and every call. */
  async until(isSo: () => boolean): Promise<void> {
    while (!isSo())
      await new Promise<void>((resolve) => {
        const tell = (): void => {
          this.#watchers.delete(tell);
          resolve();
        };
        this.#watchers.add(tell);
      });
  }

  #nameOf(toolCallId: string): string {
    const calls = this.of("responded").flatMap(({ parts }) => parts);
    const call = calls.find(
      (part) => part.kind === "call" && part.toolCallId === toolCallId,
    );
    return call?.kind === "call" ? JSON.stringify(call.args) : "nothing";
  }
}
