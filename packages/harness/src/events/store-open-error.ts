/** Why a durable store can't be opened. The message is a sentence for the person who starts the server. */
export type StoreOpenProblem =
  /** Another process holds the folder. */
  | "in_use"
  /** The database is not one, or is damaged. Nothing was changed. */
  | "damaged"
  /** A later version of the product wrote it. Nothing was changed. */
  | "newer"
  /** Events that were committed are missing. Nothing was changed. */
  | "shortened"
  /** The folder or a file in it can't be read or written. */
  | "unreadable";

export class StoreOpenError extends Error {
  override readonly name = "StoreOpenError";
  readonly problem: StoreOpenProblem;

  constructor(
    problem: StoreOpenProblem,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.problem = problem;
  }
}
