/** Texts of attachments in the composer and in messages; loaded with the first of them. */
export const ATTACHMENTS_EN = {
  list: "Attachments of this message",
  queued: "Waiting for its turn",
  preparing: "Being prepared …",
  uploading: "Uploading: {percent}",
  checking: "Being checked …",
  progress: "Upload of {name}",
  remove: "Remove {name}",
  retry: "Upload {name} again",
  preview: "Show {name} larger",
  pending: "Uploads under way: {count}. Sending waits for them.",
  waiting:
    "This message is sent as soon as the uploads are done ({count} under way). Changing it stops that.",
  stopWaiting: "Don't send yet",
  notSent:
    "Not sent, since an upload failed. Try it again, or send without it.",
  restGoes: "What failed is not sent. The rest goes without it.",
  done: "All uploads are done.",
  leftOut: "A message carries at most {limit} files. Left out: {names}",
  lost: "These files were not on the server yet when the page was left. Attach them again: {names}",
  notRemoved: "{name} could not be removed: {reason}",
  dismiss: "Dismiss this note",
  lacksImages:
    "This model can't read images. Choose one that can, or remove the images; until then nothing is sent.",
  chooseModel: "Choose another model",
  removeImages: "Remove the images",
  unsupported:
    "{format} can't be attached. Save it as JPEG or PNG and attach that.",
  heic: "HEIC photos can't be read here. On an iPhone choose Settings › Camera › Formats › Most Compatible, or share the photo as JPEG, and attach that.",
  sentRemoved: "{name}: this image was removed.",
  sentUnavailable: "{name}: this image can't be shown.",
  sentFile: "File: {name}",
} as const satisfies Readonly<Record<string, string>>;

export type AttachmentsKey = keyof typeof ATTACHMENTS_EN;
