/** Opens all that one session stands on, and removes all of it again. What fails half-way leaves nothing behind. */
import path from "node:path";
import { EffectLane } from "../agent/effect-lane.ts";
import type { AttachmentStore } from "../attachments/attachment-store.ts";
import type { SessionHeader } from "../events/event-store.ts";
import type { ArgumentsValidator } from "../tools/arguments-validator.ts";
import { createCollectionValidator } from "../tools/collection-validator.ts";
import {
  openWorkspace,
  type SafeWorkspace,
} from "../workspace/safe-workspace.ts";
import type { Lab } from "./define-lab.ts";
import { foldLog } from "./fold-log.ts";
import { HarnessSession } from "./harness-session.ts";
import { disposeWithin } from "./lab-resources.ts";
import type { CommandOrigin } from "./session-api.ts";
import type { SessionDeps } from "./session-deps.ts";

/** How long a lab's resources may take to be disposed of, in milliseconds. */
const DISPOSE_LIMIT_MS = 2000;

export interface OpenedSession {
  readonly session: HarnessSession;
  readonly workspace: SafeWorkspace;
  readonly attachments: AttachmentStore;
}

/** A lab with its schemas compiled. */
export interface PreparedLab {
  readonly lab: Lab;
  readonly validate: ArgumentsValidator;
  readonly validateAction: ArgumentsValidator;
}

/** A new session whose first event is durable. When anything of it fails, what was made before is removed again. */
export async function openSession(
  deps: SessionDeps,
  header: SessionHeader,
  prepared: PreparedLab,
  origin: CommandOrigin,
): Promise<OpenedSession> {
  const undo: (() => Promise<unknown>)[] = [];
  try {
    const opened = await open(deps, { header, isNew: true }, prepared, undo);
    await opened.session.start(origin);
    return opened;
  } catch (error) {
    await inTurn(undo.reverse(), deps.onDefect);
    throw error;
  }
}

/** A session that the store has. When it can't be opened, what it has is left as it is. */
export async function reopenSession(
  deps: SessionDeps,
  header: SessionHeader,
  prepared: PreparedLab,
): Promise<OpenedSession> {
  const undo: (() => Promise<unknown>)[] = [];
  try {
    return await open(deps, { header, isNew: false }, prepared, undo);
  } catch (error) {
    await inTurn(undo.reverse(), deps.onDefect);
    throw error;
  }
}

/** Closes a session and removes its files; what can't be removed is told as a defect, and is the caller's to try again. */
export async function closeSession(
  { session, workspace, attachments }: OpenedSession,
  reason: "deleted" | "shutdown",
  { actor }: CommandOrigin,
  { onDefect, store }: SessionDeps,
): Promise<void> {
  await session.close(reason, actor);
  // Files go with the log that names them: when it is deleted, or when it is lost with the process.
  const isKept = reason === "shutdown" && store.outlivesProcess;
  const remove = isKept
    ? []
    : [() => attachments.removeAll(), () => workspace.remove()];
  const close = [() => attachments.close(), () => workspace.close()];
  await inTurn([...remove, ...close], onDefect);
}

async function open(
  deps: SessionDeps,
  {
    header,
    isNew,
  }: { readonly header: SessionHeader; readonly isNew: boolean },
  { lab, ...validators }: PreparedLab,
  undo: (() => Promise<unknown>)[],
): Promise<OpenedSession> {
  const { sessionId } = header;
  const set = await deps.skills.reload();
  const skills = set.skills.filter(
    (skill) => lab.skills === "all" || lab.skills.includes(skill.name),
  );
  const folder = path.join(deps.dataDir, "sessions", sessionId);
  const workspace = await openWorkspace({
    root: folder,
    readOnlyRoots: skills.map(({ name, folder, modelInvocable }) => ({
      name,
      path: folder,
      // A skill that only a person may start is not met by a search either.
      listed: modelInvocable,
    })),
    artifacts: lab.artifacts,
  });
  undo.push(() => workspace.close());
  if (isNew) undo.push(() => workspace.remove());
  const attachments = await deps.attachments.open(folder);
  undo.push(() => attachments.close());
  if (isNew) undo.push(() => attachments.removeAll());
  const data = await lab.open?.({ sessionId, workspace });
  undo.push(() => disposeWithin(data, DISPOSE_LIMIT_MS));
  const log = isNew
    ? await deps.store.create(header)
    : await deps.store.open(sessionId);
  if (isNew) undo.push(() => deps.store.delete(sessionId));
  undo.push(() => log.close());
  const { folded, bytes } = await foldLog(log.reader, sessionId);
  const subject = {
    ...validators,
    lab,
    skills,
    workspace,
    attachments,
    data,
    lane: new EffectLane(),
    validateCollection: createCollectionValidator(lab.collections ?? []),
  };
  const session = new HarnessSession(deps, {
    header,
    log,
    subject,
    folded,
    bytes,
  });
  return { session, workspace, attachments };
}

/** Does every step whatever another one throws. */
async function inTurn(
  steps: readonly (() => Promise<unknown>)[],
  onDefect: (error: unknown) => void,
): Promise<void> {
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      onDefect(error);
    }
  }
}
