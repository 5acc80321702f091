/** The attachments of every session of this page. The store behind them is loaded when there is a first file. */
import type { Attachment } from "@agent-studio/shared";
import type { BrowserStorage } from "../browser-storage.ts";
import { createCell } from "../cell.ts";
import type { ReadableCell } from "../cell.ts";
import type {
  AttachmentStore,
  AttachmentStoreOptions,
} from "./attachment-store.ts";
import { NO_ATTACHMENTS } from "./attachments-view.ts";
import type { AttachmentsView } from "./attachments-view.ts";

export interface SessionAttachments {
  readonly view: ReadableCell<AttachmentsView>;
  /** Files could not be taken in, since the code for it could not be loaded. */
  readonly unavailable: ReadableCell<boolean>;
  /** Never rejects. */
  add(files: readonly File[]): Promise<void>;
  /** Attaches once more what was sent before and is still there. Never rejects. */
  addAgain(sent: readonly Attachment[]): Promise<void>;
  /** The store, if any file made it necessary. */
  readonly store: () => AttachmentStore | null;
  /** Takes what is said around the files out of the view. */
  dismissNotes(): void;
  /** What the log knows, and what of it was sent. At an opening, what was not sent comes back. Never rejects. */
  reconcile(log: KnownAttachments): Promise<void>;
}

export interface KnownAttachments {
  readonly attachments: readonly Attachment[];
  readonly sent: ReadonlySet<string>;
  readonly isOpening: boolean;
}

export interface AttachmentsOfSessions {
  of(sessionId: string): SessionAttachments;
  /** Ends all work for a session that is gone. */
  forget(sessionId: string): void;
}

type OpenStore = (
  options: Pick<AttachmentStoreOptions, "sessionId" | "view">,
) => AttachmentStore;

export interface AttachmentsOptions {
  readonly storage: BrowserStorage;
  /** Loads the code of the store; may reject. */
  readonly load: () => Promise<OpenStore>;
}

/** Nothing is loaded before it is needed. */
export function createAttachments(
  options: AttachmentsOptions,
): AttachmentsOfSessions {
  const sessions = new Map<string, SessionAttachments>();
  return {
    of(sessionId) {
      const known = sessions.get(sessionId);
      if (known !== undefined) return known;
      const fresh = createSessionAttachments(sessionId, options);
      sessions.set(sessionId, fresh);
      return fresh;
    },
    forget(sessionId) {
      sessions.get(sessionId)?.store()?.dispose();
      sessions.delete(sessionId);
      options.storage.write(keyOf(sessionId), null);
    },
  };
}

const keyOf = (sessionId: string) => `studio.uploads.${sessionId}`;

function createSessionAttachments(
  sessionId: string,
  { storage, load }: AttachmentsOptions,
): SessionAttachments {
  const key = keyOf(sessionId);
  const lost = readNames(storage.read(key));
  const view = createCell<AttachmentsView>({ ...NO_ATTACHMENTS, lost });
  const unavailable = createCell(false);
  let store: AttachmentStore | null = null;
  let latest: KnownAttachments | null = null;
  view.subscribe(() => {
    const names = [...view.get().lost, ...(store?.unsafeNames ?? [])];
    const text = names.length === 0 ? null : JSON.stringify(names);
    if (storage.read(key) !== text) storage.write(key, text);
  });
  const need = async (): Promise<AttachmentStore | null> => {
    try {
      const open = await load();
      unavailable.set(false);
      return (store ??= open({ sessionId, view }));
    } catch {
      unavailable.set(true);
      return null;
    }
  };
  return {
    view,
    unavailable,
    store: () => store,
    async add(files) {
      if (files.length > 0) (await need())?.add(files);
    },
    async addAgain(sent) {
      const known = new Set(
        latest?.attachments.map(({ attachmentId }) => attachmentId),
      );
      const present = sent.filter(({ attachmentId }) =>
        known.has(attachmentId),
      );
      if (present.length > 0) (await need())?.adopt(present, true);
    },
    dismissNotes() {
      const { items } = view.get();
      view.set({ ...NO_ATTACHMENTS, items });
    },
    async reconcile(log) {
      latest = log;
      const adopts = log.isOpening && unsentOf(log).length > 0;
      const current = adopts ? await need() : store;
      // The log may have gone on while the code was loaded.
      const now = latest;
      current?.reconcile(now.attachments, now.sent);
      if (adopts) current?.adopt(unsentOf(now));
    },
  };
}

function unsentOf(log: KnownAttachments): readonly Attachment[] {
  return log.attachments.filter(
    ({ attachmentId, status }) =>
      status === "ready" && !log.sent.has(attachmentId),
  );
}

function readNames(stored: string | null): readonly string[] {
  try {
    const value: unknown = JSON.parse(stored ?? "[]");
    if (!Array.isArray(value)) return [];
    return value.filter((name): name is string => typeof name === "string");
  } catch {
    return [];
  }
}
