/** What is loaded when it is first opened: the labs, waiting approvals, previews and problems of skills. */
export const SESSION_DIALOGS_EN = {
  "labs.title": "Choose a lab",
  "labs.explain": "A lab is a subject to practise on, with its own tools.",
  "labs.open": "open now",

  "inbox.title": "Approvals waiting",
  "inbox.explain":
    "Deciding happens on the card itself, where the exact arguments stand.",
  "inbox.loading": "Loading what waits …",
  "inbox.empty": "Nothing waits for your decision.",
  "inbox.failed": "What waits could not be loaded: {reason}",
  "inbox.retry": "Try again",
  "inbox.session": "Session",
  "inbox.unknownSession": "Another session",
  "inbox.open": "Open",
  "inbox.openOf": "Open: {tool}, {session}",

  "preview.title": "Preview: {name}",
  "preview.loading": "Loading the file …",
  "preview.failed": "The file could not be shown: {reason}",
  "preview.tooLong": "The file is too long for a preview.",
  "preview.open": "Open in a new tab",

  "keys.rename": "Rename the session that has the focus",
  "keys.delete": "Delete the session that has the focus",
  "keys.undo": "Undo the last deletion, in the list of sessions",
  "keys.send": "Send the message",
  "keys.newLine": "Start a new line",
  "keys.earlier": "Earlier message, at the start of the text",
  "keys.close": "Close what is open",

  "problem.warning": "Warning",
  "problem.error": "Error",
  "problem.notLoaded": "{place} is not loaded. {reason}",
  "problem.of": "{place}: {reason}",
  "problem.notUtf8": "The file is not valid UTF-8. Save it as UTF-8.",
  "problem.noFrontMatter":
    "The front matter is missing. Start the file with a line of three dashes.",
  "problem.openFrontMatter":
    "The front matter is not closed. End it with a line of three dashes.",
  "problem.brokenYaml":
    "Line {line} holds broken YAML ({detail}). Put quotes around texts with special characters.",
  "problem.noFields":
    "The front matter has no fields. Give it a name and a description.",
  "problem.aliases":
    "The YAML repeats itself without end. Write it without aliases.",
  "problem.noDescription": "The description is missing or no text. Add one.",
  "problem.noName": "The name is missing. Add one of a–z, 0–9 and -.",
  "problem.folderName": "The name is missing; the folder's name is used.",
  "problem.badName":
    "The name is not valid. Use 1 to 64 of a–z, 0–9 and -, in quotes if it is a number.",
  "problem.cutDescription":
    "The description is longer than {limit} characters and was cut.",
  "problem.invocable":
    "disable-model-invocation is neither true nor false; it counts as true.",
  "problem.allowedTools":
    "allowed-tools is no list of names; it counts as empty.",
  "problem.taken":
    "The name {name} is used again by {other}. This file is used, that one is left out.",
  "problem.standsIn": "It stands in for {other}, which is broken.",
  "problem.clash":
    "Its name differs from that of {other} at most by case; that file is used.",
  "problem.fileName": "The file must be called SKILL.md, in this case.",
  "problem.link":
    "SKILL.md is a link, and links are never read. Put the file itself there.",
  "problem.unreadable":
    "SKILL.md can't be read ({detail}). Check its permissions.",
  "problem.notRegular": "SKILL.md is not a regular file.",
  "problem.tooLarge":
    "SKILL.md is larger than {limit} KiB. Move details to files beside it.",
  "problem.rootMissing":
    "{place} is no folder. Correct the setting or make the folder.",
  "problem.rootUnreadable":
    "{place} can't be read ({detail}). Check the permissions of the folder.",
  "problem.tooMany": "{place} holds too many folders; {count} are left out.",
  "problem.noSkill":
    "{place} holds no SKILL.md. Looked one level deeper and left out {count} folders.",
  "problem.folderUnreadable": "{place} can't be read and is left out.",
  "problem.deadLink": "{place} is a link that leads nowhere and is left out.",
  "problem.outsideLink":
    "{place} is a link out of its folder of skills and is left out.",
} as const satisfies Readonly<Record<string, string>>;

export type SessionDialogsKey = keyof typeof SESSION_DIALOGS_EN;
