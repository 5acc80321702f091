import {
  BookOpen,
  CircleDashed,
  Cpu,
  FileText,
  FlaskConical,
  Layers,
  MessageSquare,
  Play,
  ShieldQuestion,
  Wrench,
} from "lucide-react";
import type { EventGroup } from "../../texts/event-texts.ts";

const ICONS: Readonly<Record<EventGroup, typeof Play>> = {
  session: Layers,
  run: Play,
  message: MessageSquare,
  model: Cpu,
  tool: Wrench,
  approval: ShieldQuestion,
  skill: BookOpen,
  file: FileText,
  lab: FlaskConical,
  other: CircleDashed,
};

/** What kind of event it is, for the eye; the sentence beside it says the same. */
export function EventIcon({ group }: { readonly group: EventGroup }) {
  const Icon = ICONS[group];
  return <Icon aria-hidden className="event-icon" data-group={group} />;
}
