/** Why a workspace refused or failed; the same words appear in events and tool results. */
export type WorkspaceErrorCode =
  | "PATH_OUTSIDE_WORKSPACE"
  | "PATH_INVALID"
  | "SYMLINK_NOT_ALLOWED"
  | "PROTECTED_PATH"
  | "NOT_A_REGULAR_FILE"
  | "FILE_TOO_LARGE"
  | "TOOL_FAILED";

/**
 * An expected failure of the workspace. The message is one English sentence for the model and the
 * log that says what to do next; it names files as the model sees them, never by absolute path.
 * There is no `cause`: errors of the file system carry absolute paths. `systemCode` is what remains.
 */
export class WorkspaceError extends Error {
  override readonly name = "WorkspaceError";
  readonly code: WorkspaceErrorCode;
  readonly systemCode: string | undefined;

  constructor(code: WorkspaceErrorCode, message: string, systemCode?: string) {
    super(message);
    this.code = code;
    this.systemCode = systemCode;
  }
}

const SENTENCES: Readonly<
  Record<string, readonly [WorkspaceErrorCode, string]>
> = {
  ENOENT: [
    "TOOL_FAILED",
    "does not exist. Use ls or find to see what is there.",
  ],
  ENOTDIR: [
    "TOOL_FAILED",
    "is not a folder, or part of the path is a file. Use ls or find to see what is there.",
  ],
  ELOOP: [
    "SYMLINK_NOT_ALLOWED",
    "is or contains a symbolic link. Links are never followed; use the real file.",
  ],
  EISDIR: ["NOT_A_REGULAR_FILE", "is a folder, not a file. Use ls to list it."],
  ENXIO: ["NOT_A_REGULAR_FILE", "is not a regular file, so it cannot be read."],
  ENODEV: [
    "NOT_A_REGULAR_FILE",
    "is not a regular file, so it cannot be read.",
  ],
  ENAMETOOLONG: [
    "PATH_INVALID",
    "has a name that is too long. Use a shorter path.",
  ],
  EACCES: [
    "TOOL_FAILED",
    "may not be used by the server. Ask the operator to check its permissions.",
  ],
  EPERM: [
    "TOOL_FAILED",
    "may not be used by the server. Ask the operator to check its permissions.",
  ],
  EROFS: [
    "TOOL_FAILED",
    "is on a read-only disk. Ask the operator to check the data folder.",
  ],
  ENOSPC: [
    "TOOL_FAILED",
    "could not be saved because the disk is full. Ask the operator to free some space.",
  ],
  EDQUOT: [
    "TOOL_FAILED",
    "could not be saved because the disk quota is used up. Ask the operator to free some space.",
  ],
  EMFILE: [
    "TOOL_FAILED",
    "could not be opened because too many files are open. Try again in a moment.",
  ],
  ENFILE: [
    "TOOL_FAILED",
    "could not be opened because too many files are open. Try again in a moment.",
  ],
};

/** The error's system code (`ENOENT`, …), if it is one of the file system. */
export function systemCodeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/**
 * Turns an error of the file system into a `WorkspaceError` about `display`, a path as the model
 * sees it. Errors that are not the file system's (bugs, an aborted signal) come back as they are.
 */
export function describeFileFailure(error: unknown, display: string): unknown {
  const systemCode = systemCodeOf(error);
  if (
    error instanceof WorkspaceError ||
    systemCode === undefined ||
    !/^E[A-Z0-9]+$/.test(systemCode)
  )
    return error;
  const [code, sentence] = SENTENCES[systemCode] ?? [
    "TOOL_FAILED",
    "could not be used because of a disk error. Try again.",
  ];
  return new WorkspaceError(code, `"${display}" ${sentence}`, systemCode);
}
