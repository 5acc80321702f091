import { LAB_UIS } from "@agent-studio/labs/ui";
import type { LabUi, Translate } from "@agent-studio/labs/ui";
import type { Locale } from "@agent-studio/shared";
import { fillIn } from "../texts/catalogue.ts";

/** What a lab brings to the browser, if it brings anything. */
export function labUiOf(labId: string): LabUi | undefined {
  return LAB_UIS.find((lab) => lab.labId === labId);
}

/** Translates by the lab's own catalogue; a key it lacks is shown as it is. */
export function translatorOf(lab: LabUi, locale: Locale): Translate {
  const messages = lab.messages[locale];
  return (key, values) => fillIn(messages[key] ?? key, values);
}
