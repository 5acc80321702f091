import type { Connection } from "../client/connection.ts";
import type { ServerState } from "./canned-server.ts";

/** A state of the page: what the server does, and what was done on the page. */
export interface PageState {
  /** Its name in the address. */
  readonly name: string;
  readonly server: ServerState;
  readonly offline?: boolean;
  /** What a person did after the page was ready. */
  readonly done?: "cut" | "restored" | "sent" | "created" | "accessCode";
  /** How far the page gets: before any session, or to this phase of the connection. Without it, to the whole log. */
  readonly until?: "loading" | "entry" | Connection["phase"];
  /** What is pressed after that, one after the other, as selectors. */
  readonly press?: readonly string[];
  /** The middle fails while it is drawn. */
  readonly crash?: boolean;
}
