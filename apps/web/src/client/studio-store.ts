/** What is around the sessions: who this browser is, its sessions, the labs, skills and models. */
import type {
  LabSummary,
  Locale,
  ModelPreset,
  SessionSummary,
  SkillDiagnostic,
  SkillSummary,
} from "@agent-studio/shared";
import type { AddressBar } from "./address-bar.ts";
import type { ApiClient } from "./api-client.ts";
import { asFailure } from "./api-failure.ts";
import type { ApiFailure } from "./api-failure.ts";
import type { BrowserStorage } from "./browser-storage.ts";
import { createCell } from "./cell.ts";
import type { ReadableCell } from "./cell.ts";
import { connectionInput } from "./model-choice.ts";
import type { ModelChoice } from "./model-choice.ts";

export interface SkillList {
  readonly labId: string;
  readonly skills: readonly SkillSummary[];
  readonly diagnostics: readonly SkillDiagnostic[];
}

export interface StudioView {
  readonly phase: "loading" | "access_code" | "failed" | "ready";
  /** Why the last command or the opening failed. */
  readonly failure: ApiFailure | null;
  /** A link led here that was no longer valid. */
  readonly linkRefused: boolean;
  readonly sessions: readonly SessionSummary[];
  /** The open session; null only while there is none. */
  readonly current: SessionSummary | null;
  readonly labs: readonly LabSummary[];
  readonly presets: readonly ModelPreset[];
  readonly skills: SkillList | null;
}

export interface StudioStore {
  readonly view: ReadableCell<StudioView>;
  /** Becomes a viewer and opens the last session, or a first one. Never rejects; may be called again after a failure. */
  begin(accessCode?: string): Promise<void>;
  /** Reads the list again, quietly. */
  refreshSessions(): Promise<void>;
  open(sessionId: string): Promise<void>;
  create(labId?: string): Promise<void>;
  rename(sessionId: string, title: string): Promise<void>;
  /** A fresh session of the same lab in place of this one; the model goes along where it needs no key. */
  reset(sessionId: string): Promise<void>;
  delete(sessionId: string): Promise<void>;
  /** Resolves with whether the model was taken; a failure stands in the view. */
  chooseModel(sessionId: string, choice: ModelChoice): Promise<boolean>;
  /** The address that makes another browser this viewer; rejects with `ApiFailure`. */
  createLink(): Promise<string>;
  dismissFailure(): void;
}

export interface StudioStoreOptions {
  readonly api: ApiClient;
  readonly addressBar: AddressBar;
  readonly storage: BrowserStorage;
  /** The language in which a new session is named. */
  readonly locale: () => Locale;
}

const LAST_SESSION = "studio.session";

const AT_FIRST: StudioView = {
  phase: "loading",
  failure: null,
  linkRefused: false,
  sessions: [],
  current: null,
  labs: [],
  presets: [],
  skills: null,
};

/** A store that has not begun. */
export function createStudioStore(options: StudioStoreOptions): StudioStore {
  const studio = new Studio(options);
  return {
    view: studio.view,
    begin: (accessCode) => studio.begin(accessCode),
    refreshSessions: () => studio.refreshSessions(),
    open: (sessionId) => studio.attempt(() => studio.open(sessionId)),
    create: (labId) => studio.attempt(() => studio.create(labId)),
    rename: (id, title) => studio.attempt(() => studio.rename(id, title)),
    reset: (id) => studio.attempt(() => studio.reset(id)),
    delete: (id) => studio.attempt(() => studio.delete(id)),
    chooseModel: (id, choice) => studio.chooseModel(id, choice),
    createLink: () => studio.createLink(),
    dismissFailure: () => studio.patch({ failure: null }),
  };
}

class Studio {
  readonly view = createCell(AT_FIRST);
  readonly #options: StudioStoreOptions;
  /** The newest wish to open a session; answers to older ones come too late. */
  #opening = 0;

  constructor(options: StudioStoreOptions) {
    this.#options = options;
  }

  patch(part: Partial<StudioView>): void {
    this.view.set({ ...this.view.get(), ...part });
  }

  /** Carries out a command; its failure is shown instead of thrown. */
  async attempt(command: () => Promise<void>): Promise<void> {
    this.patch({ failure: null });
    try {
      await command();
    } catch (error) {
      this.patch({ failure: asFailure(error) });
    }
  }

  async begin(accessCode?: string): Promise<void> {
    this.patch({ phase: "loading", failure: null });
    try {
      await this.#becomeViewer(accessCode);
      await this.#load();
      this.patch({ phase: "ready" });
    } catch (error) {
      const failure = asFailure(error);
      // After too many wrong codes the next one has to wait, and is asked for all the same.
      const locked =
        failure.code === "ACCESS_CODE_REQUIRED" ||
        (accessCode !== undefined && failure.code === "RATE_LIMITED");
      this.patch({
        phase: locked ? "access_code" : "failed",
        failure: locked && accessCode === undefined ? null : failure,
      });
    }
  }

  async #becomeViewer(accessCode: string | undefined): Promise<void> {
    const { api, addressBar } = this.#options;
    const linkCode = addressBar.takeLinkCode();
    if (linkCode !== null) {
      try {
        await api.call("createViewer", { body: { linkCode } });
        return;
      } catch (error) {
        if (asFailure(error).code !== "VIEWER_REQUIRED") throw error;
        this.patch({ linkRefused: true });
      }
    }
    const body = accessCode === undefined ? {} : { accessCode };
    await api.call("createViewer", { body });
  }

  async #load(): Promise<void> {
    const { api, addressBar, storage } = this.#options;
    const [{ labs }, { presets }, { sessions }] = await Promise.all([
      api.call("listLabs", {}),
      api.call("listModelPresets", {}),
      api.call("listSessions", {}),
    ]);
    this.patch({ labs, presets, sessions });
    const wanted = [addressBar.sessionId(), storage.read(LAST_SESSION)];
    const found = wanted
      .map((id) => sessions.find(({ sessionId }) => sessionId === id))
      .find((session) => session !== undefined);
    const chosen = found ?? sessions[0];
    if (chosen === undefined) await this.create();
    else await this.open(chosen.sessionId);
  }

  async refreshSessions(): Promise<void> {
    try {
      const { sessions } = await this.#options.api.call("listSessions", {});
      this.patch({ sessions });
    } catch {
      // The list is an aid; the connection of the open session tells that the server is gone.
    }
  }

  async open(sessionId: string): Promise<void> {
    const turn = ++this.#opening;
    const { session } = await this.#options.api.call("getSession", {
      params: { sessionId },
    });
    if (turn === this.#opening) this.#show(session);
  }

  #show(session: SessionSummary): void {
    const { addressBar, storage } = this.#options;
    addressBar.showSession(session.sessionId);
    storage.write(LAST_SESSION, session.sessionId);
    const others = this.view
      .get()
      .sessions.filter(({ sessionId }) => sessionId !== session.sessionId);
    const known = others.length < this.view.get().sessions.length;
    this.patch({
      current: session,
      sessions: known ? this.#replaced(session) : [session, ...others],
    });
    void this.#loadSkills(session.labId);
  }

  #replaced(session: SessionSummary): readonly SessionSummary[] {
    return this.view
      .get()
      .sessions.map((old) =>
        old.sessionId === session.sessionId ? session : old,
      );
  }

  async #loadSkills(labId: string): Promise<void> {
    try {
      const list = await this.#options.api.call("listSkills", {
        query: { labId },
      });
      if (this.view.get().current?.labId === labId) {
        this.patch({ skills: { labId, ...list } });
      }
    } catch (error) {
      this.patch({ failure: asFailure(error) });
    }
  }

  async create(labId?: string): Promise<void> {
    const turn = ++this.#opening;
    const session = await this.#create(labId);
    if (turn === this.#opening) this.#show(session);
  }

  async #create(labId: string | undefined): Promise<SessionSummary> {
    const { labs } = this.view.get();
    const lab = labs.find((candidate) => candidate.labId === labId) ?? labs[0];
    const title = lab?.title[this.#options.locale()];
    const { session } = await this.#options.api.call("createSession", {
      body: {
        ...(labId === undefined ? {} : { labId }),
        ...(title === undefined ? {} : { title }),
      },
    });
    return session;
  }

  async rename(sessionId: string, title: string): Promise<void> {
    const { session } = await this.#options.api.call("updateSession", {
      params: { sessionId },
      body: { title },
    });
    const isCurrent = this.view.get().current?.sessionId === sessionId;
    this.patch({
      sessions: this.#replaced(session),
      ...(isCurrent ? { current: session } : {}),
    });
  }

  async reset(sessionId: string): Promise<void> {
    const { api } = this.#options;
    const { session: old } = await api.call("getSession", {
      params: { sessionId },
    });
    const fresh = await this.#create(old.labId);
    const input = connectionInput(old.model);
    if (input !== null) {
      await api.call("setModel", {
        params: { sessionId: fresh.sessionId },
        body: input,
      });
    }
    this.#show(fresh);
    await this.#remove(sessionId);
  }

  async delete(sessionId: string): Promise<void> {
    await this.#remove(sessionId);
    if (this.view.get().current?.sessionId !== sessionId) return;
    const next = this.view.get().sessions[0];
    if (next === undefined) await this.create();
    else await this.open(next.sessionId);
  }

  async #remove(sessionId: string): Promise<void> {
    const { api, storage } = this.#options;
    try {
      await api.call("deleteSession", { params: { sessionId } });
    } catch (error) {
      if (asFailure(error).code !== "SESSION_NOT_FOUND") throw error;
    }
    storage.write(`studio.draft.${sessionId}`, null);
    const sessions = this.view
      .get()
      .sessions.filter((session) => session.sessionId !== sessionId);
    this.patch({ sessions });
  }

  async chooseModel(sessionId: string, choice: ModelChoice): Promise<boolean> {
    await this.attempt(async () => {
      const { api } = this.#options;
      await api.call("setModel", { params: { sessionId }, body: choice });
    });
    return this.view.get().failure === null;
  }

  async createLink(): Promise<string> {
    const { api, addressBar } = this.#options;
    try {
      const { code } = await api.call("createViewerLink", { body: {} });
      const open = this.view.get().current?.sessionId ?? null;
      return addressBar.linkFor(code, open);
    } catch (error) {
      throw asFailure(error);
    }
  }
}
