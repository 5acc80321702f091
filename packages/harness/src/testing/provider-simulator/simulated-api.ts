import type { ModelApi } from "@agent-studio/shared";
import type { Answer } from "./answer.ts";
import { anthropicAnswer } from "./anthropic-answer.ts";
import { completionsAnswer } from "./completions-answer.ts";
import { responsesAnswer } from "./responses-answer.ts";
import { streamReply, type SimulatorReply } from "./simulator-reply.ts";

export type SimulatedApi = Exclude<ModelApi, "demo">;

/** Every api that the simulator speaks. */
export const SIMULATED_APIS: readonly SimulatedApi[] = [
  "openai-completions",
  "openai-responses",
  "anthropic-messages",
];

/** The frames of an answer in the form of an api. */
export function answerFrames(
  api: SimulatedApi,
  answer: Answer,
): readonly string[] {
  switch (api) {
    case "openai-completions":
      return completionsAnswer(answer);
    case "openai-responses":
      return responsesAnswer(answer);
    case "anthropic-messages":
      return anthropicAnswer(answer);
  }
}

/** An answer in the form of an api, a write for every frame. */
export function answerReply(api: SimulatedApi, answer: Answer): SimulatorReply {
  return streamReply(...answerFrames(api, answer));
}

/** The api that a request speaks, by its path; undefined for another path. */
export function apiOfPath(path: string): SimulatedApi | undefined {
  const { pathname } = new URL(path, "http://simulator.invalid");
  if (pathname.endsWith("/chat/completions")) return "openai-completions";
  if (pathname.endsWith("/responses")) return "openai-responses";
  return pathname.endsWith("/v1/messages") ? "anthropic-messages" : undefined;
}

/** The base address that a connection of this api has. */
export function baseUrlOf(api: SimulatedApi, origin: string): string {
  return api === "anthropic-messages" ? origin : `${origin}/v1`;
}
