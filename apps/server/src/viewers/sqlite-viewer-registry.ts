/**
 * Viewers that outlive the process: a small database of its own beside the sessions, with digests of tokens only. It is
 * opened after the sessions' database, whose lock keeps other servers out of the folder. Links die with the process.
 */
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, dirname } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { HarnessError, StoreOpenError } from "@agent-studio/harness";
import { issueToken, newViewerId } from "./issued-viewer.ts";
import { digestOf, ViewerLinks } from "./viewer-links.ts";
import type {
  IssuedViewer,
  ViewerLink,
  ViewerRegistry,
} from "./viewer-registry.ts";

const VERSION = 1;
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS tokens (
    digest TEXT PRIMARY KEY,
    viewer_id TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS last_active (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    viewer_id TEXT NOT NULL
  ) STRICT;
  PRAGMA user_version = ${VERSION};
`;

export interface SqliteViewerRegistryOptions {
  /** The file; made when it is not there. */
  readonly path: string;
  /** Wall clock, in milliseconds. */
  readonly now: () => number;
}

export class SqliteViewerRegistry implements ViewerRegistry {
  readonly #database: DatabaseSync;
  readonly #find: StatementSync;
  readonly #keep: StatementSync;
  readonly #noteActive: StatementSync;
  readonly #links: ViewerLinks;
  /** Tokens that were looked up, so that a request costs no query. */
  readonly #known = new Map<string, string>();
  #lastActive: string | undefined;
  #writtenActive: string | undefined;
  #writing: NodeJS.Timeout | undefined;

  /** Throws a `StoreOpenError`. */
  constructor({ path, now }: SqliteViewerRegistryOptions) {
    this.#database = openDatabase(path);
    this.#find = this.#database.prepare(
      "SELECT viewer_id FROM tokens WHERE digest = ?",
    );
    this.#keep = this.#database.prepare("INSERT INTO tokens VALUES (?, ?)");
    this.#noteActive = this.#database.prepare(
      "INSERT INTO last_active VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET viewer_id = excluded.viewer_id",
    );
    this.#links = new ViewerLinks(now);
    this.#lastActive = textOf(
      this.#database.prepare("SELECT viewer_id FROM last_active").get(),
    );
    this.#writtenActive = this.#lastActive;
  }

  async create(): Promise<IssuedViewer> {
    return this.#issue(newViewerId());
  }

  async find(token: string): Promise<string | undefined> {
    const digest = digestOf(token);
    const known = this.#known.get(digest) ?? textOf(this.#find.get(digest));
    if (known !== undefined) this.#remember(digest, known);
    return known;
  }

  noteActive(viewerId: string): void {
    if (this.#lastActive === viewerId) return;
    this.#lastActive = viewerId;
    this.#writing ??= this.#writeActive();
  }

  lastActive(): string | undefined {
    return this.#lastActive;
  }

  async createLink(viewerId: string): Promise<ViewerLink> {
    return this.#links.create(viewerId);
  }

  async redeemLink(code: string): Promise<IssuedViewer | undefined> {
    const viewerId = this.#links.redeem(code);
    return viewerId === undefined ? undefined : this.#issue(viewerId);
  }

  close(): void {
    clearTimeout(this.#writing);
    this.#keepActive();
    if (this.#database.isOpen) this.#database.close();
  }

  /** Now, and what comes within a second at its end: in a class every request comes from someone else. */
  #writeActive(): NodeJS.Timeout {
    this.#keepActive();
    const next = setTimeout(() => {
      const isBehind = this.#writtenActive !== this.#lastActive;
      this.#writing = isBehind ? this.#writeActive() : undefined;
    }, ACTIVE_EVERY_MS);
    return next.unref();
  }

  #keepActive(): void {
    const viewerId = this.#lastActive;
    if (viewerId === undefined || viewerId === this.#writtenActive) return;
    this.#writtenActive = viewerId;
    try {
      this.#noteActive.run(viewerId);
    } catch {
      // Only what a later process may know of it is lost.
    }
  }

  #issue(viewerId: string): IssuedViewer {
    const issued = issueToken(viewerId);
    const digest = digestOf(issued.token);
    try {
      this.#keep.run(digest, viewerId);
    } catch {
      throw new HarnessError(
        "STORE_UNAVAILABLE",
        "A new viewer could not be written down. Try again in a moment.",
      );
    }
    this.#remember(digest, viewerId);
    return issued;
  }

  #remember(digest: string, viewerId: string): void {
    if (this.#known.size >= KNOWN_LIMIT) this.#known.clear();
    this.#known.set(digest, viewerId);
  }
}

/** Each writing waits for the disk. */
const ACTIVE_EVERY_MS = 1000;
/** More viewers than a class has; beyond it looking up starts afresh. */
const KNOWN_LIMIT = 10_000;

function openDatabase(path: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    inspect(path);
    database = new DatabaseSync(path);
    chmodSync(path, 0o600);
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
    database.exec(SCHEMA);
    return database;
  } catch (error) {
    if (database?.isOpen === true) database.close();
    throw error instanceof StoreOpenError ? error : unusable(path, error);
  }
}

/** Looks whether a file of viewers can be used, if there is one, and changes nothing. Throws when it can't. */
function inspect(path: string): void {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0) return;
  accessSync(path, constants.R_OK | constants.W_OK);
  const made = [`${path}-shm`, `${path}-wal`].filter(
    (file) => !existsSync(file),
  );
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    requireKnown(database, path);
  } finally {
    database.close();
    for (const file of made) rmSync(file, { force: true });
  }
}

/** An empty one has no version and no table; one of ours has those of its version. */
function requireKnown(database: DatabaseSync, path: string): void {
  const version = Number(
    database.prepare("PRAGMA user_version").get()?.["user_version"],
  );
  if (version > VERSION) throw newer(path);
  const tables = database.prepare("SELECT name FROM sqlite_schema").all();
  if (version === 0 && tables.length === 0) return;
  database.prepare("SELECT digest, viewer_id FROM tokens LIMIT 1").get();
  database.prepare("SELECT id, viewer_id FROM last_active LIMIT 1").get();
}

function newer(path: string): StoreOpenError {
  return new StoreOpenError(
    "newer",
    `A later Agent Studio wrote ${basename(path)} in ${dirname(path)}. Use a later Agent Studio. Nothing was changed.`,
  );
}

function unusable(path: string, cause: unknown): StoreOpenError {
  return new StoreOpenError(
    "damaged",
    `The file ${basename(path)} in ${dirname(path)}, which knows the browsers that were here, can't be used. Check that this user may read and write it; if it is damaged, put a copy back, or remove it and let your browser in again with npm start -- --link. Nothing was changed.`,
    { cause },
  );
}

function textOf(row: ReturnType<StatementSync["get"]>): string | undefined {
  const value = row?.["viewer_id"];
  return typeof value === "string" ? value : undefined;
}
