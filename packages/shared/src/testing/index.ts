export {
  aConnection,
  anApproval,
  anArtifact,
  anAttachment,
  anEvent,
  type AnEventOptions,
} from "./an-event.ts";
export { checkLegal, type CheckLegalOptions } from "./check-legal.ts";
export {
  createEventWriter,
  type EventExtras,
  type EventWriter,
} from "./event-writer.ts";
export { legalLog, type LegalLogOptions } from "./legal-log.ts";
