import { aConnection, anAttachment } from "./an-event.ts";
import type { SessionStory } from "./story.ts";

const VIEWER = { kind: "viewer", id: "viw_0000000000000000" } as const;

/** Names that a careless reader would take for its own properties. */
const IDS = ["1", "2", "__proto__", "constructor", "toString"] as const;

/** Something that is no part of a run and may come at any time, in the middle of one too. */
export function playAside(session: SessionStory): void {
  const act = session.choices.one([
    rename,
    switchTrust,
    configureModel,
    attach,
    attach,
    updateLab,
    updateLab,
  ]);
  act(session);
}

function rename({ writer, choices }: SessionStory): void {
  writer.write(
    "session.updated",
    { title: choices.one(["Ads", "广告", "a\u2028b", "__proto__"]) },
    { actor: VIEWER },
  );
}

function switchTrust(session: SessionStory): void {
  session.trust = !session.trust;
  session.writer.write(
    "session.updated",
    { trust: session.trust },
    { actor: VIEWER },
  );
}

function configureModel({ writer, choices }: SessionStory): void {
  if (choices.seldom(3)) writer.write("model.cleared", {}, { actor: VIEWER });
  else
    writer.write(
      "model.configured",
      { connection: aConnection({ hasKey: choices.seldom(2) }) },
      { actor: VIEWER },
    );
}

function attach(session: SessionStory): void {
  const { writer, choices } = session;
  const [known] = session.attachments;
  const extras = { actor: VIEWER };
  switch (choices.below(known === undefined ? 2 : 4)) {
    case 1:
      writer.write(
        "attachment.rejected",
        { name: "notes.exe", code: "UNSUPPORTED_MEDIA_TYPE" },
        extras,
      );
      break;
    case 2: {
      if (known === undefined) break;
      const attachment = { ...known, status: choices.one(["ready", "failed"]) };
      session.attachments = session.attachments.with(0, attachment);
      writer.write("attachment.updated", { attachment }, extras);
      break;
    }
    case 3:
      if (known === undefined) break;
      session.attachments = session.attachments.slice(1);
      writer.write(
        "attachment.removed",
        { attachmentId: known.attachmentId },
        extras,
      );
      break;
    default: {
      const attachment = anAttachment({
        attachmentId: writer.id("att"),
        status: "processing",
        createdAt: writer.now(),
      });
      session.attachments = [...session.attachments, attachment];
      writer.write("attachment.added", { attachment }, extras);
    }
  }
}

function updateLab({ writer, choices }: SessionStory): void {
  const value = choices.seldom(3)
    ? null
    : { text: choices.one(["one", "two"]), __proto: true };
  writer.write(
    "lab.updated",
    {
      collection: choices.one(["notes", "__proto__"]),
      id: choices.one(IDS),
      value,
      cause: { action: "edit" },
    },
    { actor: VIEWER },
  );
}
