import type { Choices } from "./choices.ts";
import { createEventWriter } from "./event-writer.ts";
import type { HarnessEvent } from "../event.ts";
import { playAside } from "./play-aside.ts";
import { playRun } from "./play-run.ts";
import type { SessionStory } from "./story.ts";

const VIEWER = { kind: "viewer", id: "viw_0000000000000000" } as const;

/** Plays a session until the choices are used up or it is deleted; gives its log. */
export function playSession(choices: Choices): HarnessEvent[] {
  const writer = createEventWriter();
  const session: SessionStory = {
    choices,
    writer,
    trust: false,
    closed: null,
    attachments: [],
  };
  writer.write(
    "session.started",
    { labId: "ads-report", title: "A session" },
    { actor: VIEWER },
  );
  while (!choices.isOver && session.closed !== "deleted") {
    reopen(session);
    const act = choices.one([
      playAside,
      playRun,
      playRun,
      playRun,
      shutDown,
      deleteSession,
    ]);
    act(session);
  }
  return [...writer.events];
}

/** A session that needs recovery gets it; another goes on with its next event, or was recovered although it needed none. */
function reopen(session: SessionStory): void {
  const { choices, writer } = session;
  const isClosed = session.closed === "shutdown";
  session.closed = null;
  const isRecovered = isClosed
    ? session.trust || choices.seldom(2)
    : choices.seldom(20);
  if (!isRecovered) return;
  writer.write("session.resumed", { reason: "restart" });
  session.trust = false;
}

function shutDown(session: SessionStory): void {
  session.writer.write("session.closed", { reason: "shutdown" });
  session.closed = "shutdown";
}

function deleteSession(session: SessionStory): void {
  // Often enough to be seen and seldom enough for long logs.
  if (!session.choices.seldom(4)) return;
  session.writer.write(
    "session.closed",
    { reason: "deleted" },
    { actor: VIEWER },
  );
  session.closed = "deleted";
}
