/** All sessions of the process: made, found by their viewer, listed, deleted and closed here. */
import path from "node:path";
import type {
  LabSummary,
  ModelPreset,
  SkillDiagnostic,
  SkillSummary,
} from "@agent-studio/shared";
import { EffectLane } from "../agent/effect-lane.ts";
import type { SessionHeader } from "../events/event-store.ts";
import { MODEL_PRESETS } from "../models/model-presets.ts";
import { summarizeSkills, type SkillEntry } from "../skills/skill-catalog.ts";
import {
  createArgumentsValidator,
  type ArgumentsValidator,
} from "../tools/arguments-validator.ts";
import { createCollectionValidator } from "../tools/collection-validator.ts";
import { decideToolPolicy } from "../tools/decide-tool-policy.ts";
import {
  openWorkspace,
  type SafeWorkspace,
} from "../workspace/safe-workspace.ts";
import type { Lab } from "./define-lab.ts";
import { HarnessError } from "./harness-error.ts";
import { HarnessSession } from "./harness-session.ts";
import type { CommandOrigin, SessionApi, SessionsApi } from "./session-api.ts";
import type { HarnessDeps } from "./session-deps.ts";

/** How long watchers of a deleted session may take to read its last events, in milliseconds. */
const LAST_READ_MS = 2000;

interface Entry {
  readonly session: HarnessSession;
  readonly workspace: SafeWorkspace;
}

export class SessionRegistry implements SessionsApi {
  readonly #deps: HarnessDeps;
  readonly #entries = new Map<string, Entry>();
  readonly #validators: ReadonlyMap<string, ArgumentsValidator>;
  #closing: Promise<void> | undefined;
  #appendedByClosed = 0;

  constructor(deps: HarnessDeps) {
    this.#deps = deps;
    this.#validators = new Map(
      deps.labs.map((lab) => [lab.labId, createArgumentsValidator(lab.tools)]),
    );
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
    const lab = this.#lab(labId);
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
    const lab = this.#lab(input.labId);
    const limit = this.#deps.settings.maxSessionsPerViewer;
    if (this.list(input.viewerId).length >= limit) {
      throw new HarnessError(
        "LIMIT_REACHED",
        `You have ${limit} sessions, which is the limit. Delete one, then start a new one.`,
        { limit },
      );
    }
    const header: SessionHeader = {
      sessionId: this.#deps.newId("ses"),
      viewerId: input.viewerId,
      labId: lab.labId,
      title: input.title ?? lab.title.en,
      createdAt: new Date(this.#deps.wallClock()).toISOString(),
    };
    const entry = await this.#open(header, lab);
    this.#entries.set(header.sessionId, entry);
    await entry.session.start(origin);
    return entry.session;
  }

  find(sessionId: string, viewerId: string): SessionApi | undefined {
    const session = this.#entries.get(sessionId)?.session;
    return session?.viewerId === viewerId ? session : undefined;
  }

  list(viewerId: string): readonly SessionApi[] {
    return [...this.#entries.values()]
      .map(({ session }) => session)
      .filter((session) => session.viewerId === viewerId)
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
    const entry = this.#entries.get(sessionId);
    if (entry?.session.viewerId !== viewerId) return false;
    // From here on the session does not exist for anyone; watchers that are connected read its last events.
    this.#entries.delete(sessionId);
    await this.#close(entry, "deleted", origin);
    await entry.session.watchersLeft(LAST_READ_MS);
    await this.#deps.store.delete(sessionId);
    return true;
  }

  metrics(): {
    readonly sessions: number;
    readonly storeQueue: number;
    readonly eventsAppended: number;
  } {
    const sessions = [...this.#entries.values()].map(({ session }) => session);
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
    const origin: CommandOrigin = { actor: { kind: "system" } };
    await Promise.allSettled(
      [...this.#entries.values()].map((entry) =>
        this.#close(entry, "shutdown", origin),
      ),
    );
    this.#deps.approvals.close();
    await this.#deps.store.close();
  }

  async #close(
    { session, workspace }: Entry,
    reason: "deleted" | "shutdown",
    { actor }: CommandOrigin,
  ): Promise<void> {
    try {
      await session.close(reason, actor);
    } catch (error) {
      this.#deps.onDefect(error);
    }
    this.#appendedByClosed += session.appended;
    // The log of this process is gone with it, so the files that only it names go too.
    await workspace.remove();
    await workspace.close();
  }

  async #open(header: SessionHeader, lab: Lab): Promise<Entry> {
    const set = await this.#deps.skills.reload();
    const skills = set.skills.filter(
      (skill) => lab.skills === "all" || lab.skills.includes(skill.name),
    );
    const workspace = await openWorkspace({
      root: path.join(this.#deps.dataDir, "sessions", header.sessionId),
      readOnlyRoots: skills.map(({ name, folder }: SkillEntry) => ({
        name,
        path: folder,
      })),
      artifacts: lab.artifacts,
    });
    const data = await lab.open?.({ sessionId: header.sessionId, workspace });
    const log = await this.#deps.store.create(header);
    const subject = {
      lab,
      skills,
      workspace,
      data,
      lane: new EffectLane(),
      validate:
        this.#validators.get(lab.labId) ?? createArgumentsValidator(lab.tools),
      validateCollection: createCollectionValidator(lab.collections ?? []),
    };
    return {
      session: new HarnessSession(this.#deps, { header, log, subject }),
      workspace,
    };
  }

  #lab(labId: string | undefined): Lab {
    const lab =
      labId === undefined
        ? this.#deps.labs[0]
        : this.#deps.labs.find((candidate) => candidate.labId === labId);
    if (lab === undefined)
      throw new HarnessError(
        "LAB_NOT_FOUND",
        "There is no such lab. Look at /api/labs for those that there are.",
      );
    return lab;
  }

  #refuseWhenClosing(): void {
    if (this.#closing !== undefined)
      throw new HarnessError(
        "SHUTTING_DOWN",
        "The server is shutting down. Try again when it is back.",
      );
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
    })),
    actions: (lab.actions ?? []).map(({ name, title, inputSchema }) => ({
      name,
      title,
      inputSchema,
    })),
  };
}
