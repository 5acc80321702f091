/** The attachments of every session of this page. The store behind them is loaded when there is a first file. */
import type { Attachment } from "@agent-studio/shared";
import { nanoid } from "nanoid";
import type { BrowserStorage } from "../browser-storage.ts";
import { createCell } from "../cell.ts";
import type { ReadableCell } from "../cell.ts";
import type {
  AttachmentStore,
  AttachmentStoreOptions,
} from "./attachment-store.ts";
import { NO_ATTACHMENTS } from "./attachments-view.ts";
import type { AttachmentItem, AttachmentsView } from "./attachments-view.ts";

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

const idOf = ({ attachmentId }: Attachment) => attachmentId;
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
  view.subscribe(() => keepNames({ storage, key }, view.get(), store));
  const show = (items: AttachmentsView["items"]) =>
    view.set({ ...view.get(), items });
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
  /** Files are there from the moment they are chosen: a message waits for those whose store is still loading. */
  const takeIn = async (
    files: readonly ArrivingFile[],
    into: (store: AttachmentStore) => void,
  ): Promise<void> => {
    if (files.length === 0) return;
    if (store !== null) return into(store);
    const arriving = files.map(arrivingItem);
    unavailable.set(false);
    show([...view.get().items, ...arriving]);
    const opened = await need();
    show(view.get().items.filter((item) => !arriving.includes(item)));
    if (opened !== null) into(opened);
  };
  return {
    view,
    unavailable,
    store: () => store,
    add: (files) =>
      takeIn(files.map(arrivingFile), (opened) => opened.add(files)),
    addAgain(sent) {
      const known = new Set(latest?.attachments.map(idOf));
      const present = sent.filter((attachment) => known.has(idOf(attachment)));
      return takeIn(present, (opened) => opened.adopt(present, true));
    },
    dismissNotes: () =>
      view.set({ ...NO_ATTACHMENTS, items: view.get().items }),
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

/** Keeps the names of what a page that ends now would lose. */
function keepNames(
  { storage, key }: { storage: BrowserStorage; key: string },
  { items, lost }: AttachmentsView,
  store: AttachmentStore | null,
): void {
  const arriving = items.map(({ name }) => name);
  const names = [...lost, ...(store?.unsafeNames ?? arriving)];
  const text = names.length === 0 ? null : JSON.stringify(names);
  if (storage.read(key) !== text) storage.write(key, text);
}

const arrivingFile = ({ name, size }: File): ArrivingFile => ({
  name,
  sizeBytes: size,
});

type ArrivingFile = Pick<AttachmentItem, "name" | "sizeBytes">;

/** What is shown of a file until the store is there that takes it in. */
function arrivingItem({ name, sizeBytes }: ArrivingFile): AttachmentItem {
  const status = { phase: "queued" } as const;
  return { localId: nanoid(), name, sizeBytes, picture: null, status };
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
