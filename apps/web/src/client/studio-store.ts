/** What is around the sessions: who this browser is, its sessions, the labs and models. */
import type {
  LabSummary,
  Locale,
  ModelChoice,
  ModelPreset,
  SessionSummary,
} from "@agent-studio/shared";
import type { AddressBar } from "./address-bar.ts";
import type { ApiClient, ResultOf } from "./api-client.ts";
import { asFailure } from "./api-failure.ts";
import type { ApiFailure } from "./api-failure.ts";
import type { BrowserStorage } from "./browser-storage.ts";
import { createCell } from "./cell.ts";
import type { ReadableCell } from "./cell.ts";
import { connectionInput } from "./connection-input.ts";
import type { SessionList } from "./session-list.ts";

export interface StudioView {
  readonly phase: "loading" | "access_code" | "failed" | "ready";
  /** Why the last command or the opening failed. */
  readonly failure: ApiFailure | null;
  /** A link led here that was no longer valid. */
  readonly linkRefused: boolean;
  /** The open session; null only while there is none. */
  readonly current: SessionSummary | null;
  readonly labs: readonly LabSummary[];
  readonly presets: readonly ModelPreset[];
}

export interface StudioStore {
  readonly view: ReadableCell<StudioView>;
  /** Becomes a viewer and opens the last session, or a first one. Never rejects; may be called again after a failure. */
  begin(accessCode?: string): Promise<void>;
  /** Never rejects: a failure stands in the view. A session that is gone leaves the list. */
  open(sessionId: string): Promise<void>;
  create(labId?: string): Promise<void>;
  /** Resolves with why the server did not take the title, else null. */
  rename(sessionId: string, title: string): Promise<ApiFailure | null>;
  /** Opens a fresh session of the same lab; the model goes along where it needs no key. The old one stays. */
  reset(sessionId: string): Promise<void>;
  /** Resolves with whether the model was taken; a failure stands in the view. */
  chooseModel(sessionId: string, choice: ModelChoice): Promise<boolean>;
  /** The address that makes another browser this viewer; rejects with `ApiFailure`. */
  createLink(): Promise<string>;
  /** How busy the server is; rejects with `ApiFailure`. */
  readMetrics(): Promise<ResultOf<"metrics">>;
  dismissFailure(): void;
}

export interface StudioStoreOptions {
  readonly api: ApiClient;
  readonly addressBar: AddressBar;
  readonly storage: BrowserStorage;
  readonly sessions: SessionList;
  /** The language in which a new session is named. */
  readonly locale: () => Locale;
}

const LAST_SESSION = "studio.session";

const AT_FIRST: StudioView = {
  phase: "loading",
  failure: null,
  linkRefused: false,
  current: null,
  labs: [],
  presets: [],
};

/** A store that has not begun. */
export function createStudioStore(options: StudioStoreOptions): StudioStore {
  const studio = new Studio(options);
  return {
    view: studio.view,
    begin: (accessCode) => studio.begin(accessCode),
    open: (sessionId) => studio.attempt(() => studio.open(sessionId)),
    create: (labId) => studio.attempt(() => studio.create(labId)),
    rename: (id, title) => studio.rename(id, title),
    reset: (id) => studio.attempt(() => studio.reset(id)),
    chooseModel: (id, choice) => studio.chooseModel(id, choice),
    createLink: () => studio.createLink(),
    readMetrics: () => options.api.call("metrics", {}),
    dismissFailure: () => studio.patch({ failure: null, linkRefused: false }),
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
    const { api, sessions } = this.#options;
    const [{ labs }, { presets }] = await Promise.all([
      api.call("listLabs", {}),
      api.call("listModelPresets", {}),
      sessions.refresh(),
    ]);
    this.patch({ labs, presets });
    if (!(await this.#openWanted())) await this.create();
  }

  /** The session of the address, else the one that was open last, else the newest; false when there is none. */
  async #openWanted(): Promise<boolean> {
    const { addressBar, storage, sessions } = this.#options;
    const listed = sessions.view.get().sessions;
    const wanted = [addressBar.sessionId(), storage.read(LAST_SESSION)];
    for (const sessionId of [...wanted, listed[0]?.sessionId]) {
      if (sessionId === null || sessionId === undefined) continue;
      const isListed = listed.some((other) => other.sessionId === sessionId);
      // An old one may stand on a page of the list that was not read.
      if (!isListed && sessions.view.get().complete) continue;
      if (await this.#openIfThere(sessionId)) return true;
    }
    return false;
  }

  async #openIfThere(sessionId: string): Promise<boolean> {
    try {
      await this.open(sessionId);
      return true;
    } catch (error) {
      const { code } = asFailure(error);
      // An address can hold anything; what is no id of a session leads to none.
      if (code === "SESSION_NOT_FOUND" || code === "VALIDATION_FAILED") {
        return false;
      }
      throw error;
    }
  }

  async open(sessionId: string): Promise<void> {
    const turn = ++this.#opening;
    try {
      const { session } = await this.#options.api.call("getSession", {
        params: { sessionId },
      });
      if (turn === this.#opening) this.#show(session);
    } catch (error) {
      const failure = asFailure(error);
      if (failure.code === "SESSION_NOT_FOUND") {
        this.#options.sessions.drop(sessionId);
      }
      throw failure;
    }
  }

  #show(session: SessionSummary): void {
    const { addressBar, storage, sessions } = this.#options;
    addressBar.showSession(session.sessionId);
    storage.write(LAST_SESSION, session.sessionId);
    sessions.put(session);
    this.patch({ current: session });
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
    this.#options.sessions.put(session);
    return session;
  }

  async rename(sessionId: string, title: string): Promise<ApiFailure | null> {
    try {
      const { session } = await this.#options.api.call("updateSession", {
        params: { sessionId },
        body: { title },
      });
      this.#options.sessions.put(session);
      const isCurrent = this.view.get().current?.sessionId === sessionId;
      if (isCurrent) this.patch({ current: session });
      return null;
    } catch (error) {
      return asFailure(error);
    }
  }

  async reset(sessionId: string): Promise<void> {
    const { api } = this.#options;
    const turn = ++this.#opening;
    const { session: old } = await api.call("getSession", {
      params: { sessionId },
    });
    const fresh = await this.#create(old.labId);
    try {
      await this.#giveModel(fresh.sessionId, connectionInput(old.model));
    } finally {
      if (turn === this.#opening) this.#show(fresh);
    }
  }

  async #giveModel(sessionId: string, body: ModelChoice | null): Promise<void> {
    if (body === null) return;
    await this.#options.api.call("setModel", { params: { sessionId }, body });
  }

  async chooseModel(sessionId: string, choice: ModelChoice): Promise<boolean> {
    await this.attempt(() => this.#giveModel(sessionId, choice));
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
