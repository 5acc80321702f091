/** All sessions of the process: made, found by their viewer, listed, deleted and closed here. */
import { rm } from "node:fs/promises";
import path from "node:path";
import type {
  LabSummary,
  ModelPreset,
  SkillDiagnostic,
  SkillSummary,
} from "@agent-studio/shared";
import type { SessionHeader } from "../events/event-store.ts";
import { MODEL_PRESETS } from "../models/model-presets.ts";
import { summarizeSkills } from "../skills/skill-catalog.ts";
import { createArgumentsValidator } from "../tools/arguments-validator.ts";
import { decideToolPolicy } from "../tools/decide-tool-policy.ts";
import type { Lab } from "./define-lab.ts";
import { HarnessError } from "./harness-error.ts";
import type { HarnessSession } from "./harness-session.ts";
import {
  closeSession,
  openSession,
  reopenSession,
  type OpenedSession,
  type PreparedLab,
} from "./open-session.ts";
import { removeLeftOvers } from "./left-overs.ts";
import type { CommandOrigin, SessionApi, SessionsApi } from "./session-api.ts";
import { SessionRemover } from "./session-remover.ts";
import type { HarnessDeps, SessionDeps } from "./session-deps.ts";

/** How long watchers of a deleted session may take to read its last events, in milliseconds. */
const LAST_READ_MS = 2000;

/** Far more than a person reads or writes. */
const LOG_BYTES_A_VIEWER = 4 * 1024 ** 3;

const SYSTEM: CommandOrigin = { actor: { kind: "system" } };

interface Opening {
  readonly viewerId: string;
  /** Resolves when the session is there, or nothing of it any more. */
  readonly done: Promise<unknown>;
}

export class SessionRegistry implements SessionsApi {
  readonly #deps: SessionDeps;
  readonly #remover: SessionRemover;
  readonly #sessions = new Map<string, OpenedSession>();
  readonly #labs: readonly PreparedLab[];
  readonly #opening = new Set<Opening>();
  readonly #deleting = new Set<Promise<unknown>>();
  #closing: Promise<void> | undefined;
  #appendedByClosed = 0;

  constructor(deps: HarnessDeps) {
    const { maxLogBytesPerViewer = LOG_BYTES_A_VIEWER } = deps.settings;
    this.#deps = {
      ...deps,
      isViewerFull: (viewerId) =>
        this.#of(viewerId).reduce((sum, { logBytes }) => sum + logBytes, 0) >=
        maxLogBytesPerViewer,
    };
    const { store, onDefect, dataDir } = deps;
    const removeFiles = (sessionId: string): Promise<void> =>
      rm(path.join(dataDir, "sessions", sessionId), {
        recursive: true,
        force: true,
      });
    this.#remover = new SessionRemover({ store, removeFiles, onDefect });
    this.#labs = deps.labs.map((lab) => ({
      lab,
      validate: createArgumentsValidator(lab.tools),
      validateAction: createArgumentsValidator(
        (lab.actions ?? []).map(({ name, inputSchema }) => ({
          name,
          parameters: inputSchema,
        })),
      ),
    }));
  }

  /**
   * Opens every session that the store has, then lets each go on. Call once, before anyone is served. A session that
   * can't be opened is set aside: it is told as a defect, nothing of it is changed, and the rest works.
   */
  async restore(): Promise<void> {
    const { store, dataDir, onDefect } = this.#deps;
    const headers = await store.list();
    for (const header of headers) {
      try {
        await this.#reopen(header);
      } catch (cause) {
        const message = `Session ${header.sessionId} can't be opened and is set aside.`;
        onDefect(new Error(message, { cause }));
      }
    }
    if (store.outlivesProcess)
      await removeLeftOvers(
        path.join(dataDir, "sessions"),
        new Set(headers.map(({ sessionId }) => sessionId)),
      ).catch(onDefect);
    for (const { session } of this.#sessions.values())
      await session.recover().catch(onDefect);
  }

  async #reopen(header: SessionHeader): Promise<void> {
    const { sessionId } = header;
    const entry = await reopenSession(
      this.#deps,
      header,
      this.#lab(header.labId),
    );
    if (!entry.session.isDeleted) {
      this.#sessions.set(sessionId, entry);
      return;
    }
    // The process ended between the session's last event and its removal.
    await closeSession(entry, "deleted", SYSTEM, this.#deps);
    await this.#deps.store.delete(sessionId);
  }

  labs(): readonly LabSummary[] {
    return this.#deps.labs.map(toLabSummary);
  }

  presets(): readonly ModelPreset[] {
    return MODEL_PRESETS;
  }

  async skills(labId?: string): Promise<{
    readonly skills: readonly SkillSummary[];
    readonly diagnostics: readonly SkillDiagnostic[];
  }> {
    const { lab } = this.#lab(labId);
    return summarizeSkills(await this.#deps.skills.reload(), lab.skills);
  }

  async create(
    input: {
      readonly viewerId: string;
      readonly labId?: string;
      readonly title?: string;
    },
    origin: CommandOrigin,
  ): Promise<SessionApi> {
    this.#refuseWhenClosing();
    const { viewerId } = input;
    const prepared = this.#lab(input.labId);
    this.#refuseBeyondLimit(viewerId);
    const header: SessionHeader = {
      sessionId: this.#deps.newId("ses"),
      viewerId,
      labId: prepared.lab.labId,
      title: input.title ?? prepared.lab.title.en,
      createdAt: new Date(this.#deps.wallClock()).toISOString(),
    };
    const opened = openSession(this.#deps, header, prepared, origin).then(
      (entry) => {
        this.#sessions.set(header.sessionId, entry);
        return entry.session;
      },
    );
    const opening: Opening = { viewerId, done: opened };
    this.#opening.add(opening);
    try {
      return await opened;
    } finally {
      this.#opening.delete(opening);
    }
  }

  find(sessionId: string, viewerId: string): SessionApi | undefined {
    const session = this.#sessions.get(sessionId)?.session;
    return session?.viewerId === viewerId ? session : undefined;
  }

  list(viewerId: string): readonly SessionApi[] {
    // Of those updated in the same millisecond the one created last comes first.
    return this.#of(viewerId)
      .reverse()
      .map((session) => ({ session, updatedAt: session.summary().updatedAt }))
      .sort((a, b) =>
        a.updatedAt < b.updatedAt ? 1 : a.updatedAt > b.updatedAt ? -1 : 0,
      )
      .map(({ session }) => session);
  }

  async delete(
    sessionId: string,
    viewerId: string,
    origin: CommandOrigin,
  ): Promise<boolean> {
    const entry = this.#sessions.get(sessionId);
    if (entry?.session.viewerId !== viewerId) return false;
    // From here on the session does not exist for anyone; watchers that are connected read its last events.
    this.#sessions.delete(sessionId);
    const deleted = this.#delete(entry, origin);
    this.#deleting.add(deleted);
    try {
      await deleted;
      return true;
    } finally {
      this.#deleting.delete(deleted);
    }
  }

  metrics(): {
    readonly sessions: number;
    readonly storeQueue: number;
    readonly eventsAppended: number;
  } {
    const sessions = [...this.#sessions.values()].map(({ session }) => session);
    const appended = sessions.reduce(
      (sum, session) => sum + session.appended,
      this.#appendedByClosed,
    );
    const storeQueue = sessions.reduce(
      (sum, session) => sum + session.uncommitted,
      0,
    );
    return { sessions: sessions.length, storeQueue, eventsAppended: appended };
  }

  close(): Promise<void> {
    this.#closing ??= this.#closeAll();
    return this.#closing;
  }

  async #closeAll(): Promise<void> {
    for (const { session } of this.#sessions.values()) session.shut("shutdown");
    await withinLimit(
      Promise.allSettled([...this.#opening].map(({ done }) => done)),
    );
    const closed = [...this.#sessions.values()].map((entry) =>
      this.#close(entry, "shutdown", SYSTEM),
    );
    await Promise.allSettled([...closed, ...this.#deleting]);
    await this.#remover.close();
    this.#deps.approvals.close();
    await this.#deps.attachments.close();
    await this.#deps.store.close();
  }

  async #delete(entry: OpenedSession, origin: CommandOrigin): Promise<void> {
    await this.#close(entry, "deleted", origin);
    await entry.session.watchersLeft(LAST_READ_MS);
    await this.#remover.remove(entry.session.sessionId);
  }

  async #close(
    entry: OpenedSession,
    reason: "deleted" | "shutdown",
    origin: CommandOrigin,
  ): Promise<void> {
    await closeSession(entry, reason, origin, this.#deps);
    this.#appendedByClosed += entry.session.appended;
  }

  #of(viewerId: string): HarnessSession[] {
    return [...this.#sessions.values()]
      .map(({ session }) => session)
      .filter((session) => session.viewerId === viewerId);
  }

  #lab(labId: string | undefined): PreparedLab {
    const prepared =
      labId === undefined
        ? this.#labs[0]
        : this.#labs.find(({ lab }) => lab.labId === labId);
    if (prepared === undefined)
      throw new HarnessError(
        "LAB_NOT_FOUND",
        "There is no such lab. Look at /api/labs for those that there are.",
      );
    return prepared;
  }

  #refuseBeyondLimit(viewerId: string): void {
    const limit = this.#deps.settings.maxSessionsPerViewer;
    const opening = [...this.#opening].filter(
      (other) => other.viewerId === viewerId,
    );
    if (this.#of(viewerId).length + opening.length < limit) return;
    throw new HarnessError(
      "LIMIT_REACHED",
      `You have ${limit} sessions, which is the limit. Delete one, then start a new one.`,
      { limit },
    );
  }

  #refuseWhenClosing(): void {
    if (this.#closing !== undefined)
      throw new HarnessError(
        "SHUTTING_DOWN",
        "The server is shutting down. Try again when it is back.",
      );
  }
}

/** Waits, but not for ever: what a lab opens may hang. */
async function withinLimit(done: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), LAST_READ_MS);
  try {
    await Promise.race([done, promise]);
  } finally {
    clearTimeout(timer);
  }
}

function toLabSummary(lab: Lab): LabSummary {
  return {
    labId: lab.labId,
    title: lab.title,
    description: lab.description,
    demoPrompt: lab.demoPrompt,
    tools: lab.tools.map((tool) => ({
      name: tool.name,
      title: tool.title,
      description: tool.description,
      effect: tool.effect,
      policy: decideToolPolicy(tool, lab),
      parameters: tool.parameters,
    })),
    actions: (lab.actions ?? []).map(({ name, title, inputSchema }) => ({
      name,
      title,
      inputSchema,
    })),
  };
}
