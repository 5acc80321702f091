import type { Artifact } from "./attachment.ts";
import type { EventOf, EventPayload } from "./event.ts";
import { updateCall } from "./message-parts.ts";
import type { LabCollection, SessionState } from "./state.ts";

type StoredEvent = EventOf<
  | "attachment.added"
  | "attachment.updated"
  | "attachment.rejected"
  | "attachment.removed"
  | "artifact.saved"
  | "lab.updated"
>;

/** What a session keeps: attachments, artifacts and the collections of its lab. */
export function reduceStored(
  state: SessionState,
  event: StoredEvent,
): Partial<SessionState> {
  const { attachments } = state;
  switch (event.type) {
    case "attachment.added": {
      const { attachment } = event.payload;
      const index = attachments.findIndex(
        (other) => other.attachmentId === attachment.attachmentId,
      );
      return {
        attachments:
          index === -1
            ? [...attachments, attachment]
            : attachments.with(index, attachment),
      };
    }
    case "attachment.updated": {
      // One that was removed meanwhile does not come back.
      const { attachment } = event.payload;
      const index = attachments.findIndex(
        (other) => other.attachmentId === attachment.attachmentId,
      );
      return index === -1
        ? {}
        : { attachments: attachments.with(index, attachment) };
    }
    case "attachment.rejected":
      return {};
    case "attachment.removed": {
      const { attachmentId } = event.payload;
      return {
        attachments: attachments.filter(
          (attachment) => attachment.attachmentId !== attachmentId,
        ),
      };
    }
    case "artifact.saved": {
      const { artifact, toolCallId } = event.payload;
      return {
        artifacts: putArtifact(state.artifacts, artifact),
        ...updateCall(state, toolCallId, (call) => ({ ...call, artifact })),
      };
    }
    case "lab.updated":
      return {
        collections: updateCollections(state.collections, event.payload),
      };
  }
}

function putArtifact(
  artifacts: readonly Artifact[],
  artifact: Artifact,
): readonly Artifact[] {
  const index = artifacts.findIndex((other) => other.name === artifact.name);
  return index === -1
    ? [...artifacts, artifact]
    : artifacts.with(index, artifact);
}

/** Lists and not records: a name like `__proto__` is a name like any other. */
function updateCollections(
  collections: readonly LabCollection[],
  { collection, id, value }: EventPayload<"lab.updated">,
): readonly LabCollection[] {
  const index = collections.findIndex(
    (other) => other.collection === collection,
  );
  const entries = updateEntries(collections[index]?.entries ?? [], id, value);
  if (index === -1)
    return entries.length === 0
      ? collections
      : [...collections, { collection, entries }];
  return entries.length === 0
    ? collections.toSpliced(index, 1)
    : collections.with(index, { collection, entries });
}

function updateEntries(
  entries: LabCollection["entries"],
  id: string,
  value: unknown,
): LabCollection["entries"] {
  const index = entries.findIndex((entry) => entry.id === id);
  if (value === null || value === undefined)
    return index === -1 ? entries : entries.toSpliced(index, 1);
  return index === -1
    ? [...entries, { id, value }]
    : entries.with(index, { id, value });
}
