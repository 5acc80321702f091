import { playAside } from "./play-aside.ts";
import { RunStopped } from "./story.ts";
import type { RunStory } from "./story.ts";

const CAUSES = [
  "user",
  "timeout",
  "shutdown",
  "crash",
  "session_deleted",
] as const;

/** A moment at which other things may happen, and at which anything may stop the run. */
export function pointOfStory(run: RunStory): void {
  const { choices } = run.session;
  if (choices.seldom(24)) playAside(run.session);
  if (choices.seldom(40)) throw new RunStopped(choices.one(CAUSES));
}
