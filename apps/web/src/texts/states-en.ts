/** Texts of the gallery of states. */
export const STATES_EN = {
  "states.label": "States",
  "states.state": "State",
  "states.studio": "To the studio",
} as const satisfies Readonly<Record<string, string>>;

export type StatesKey = keyof typeof STATES_EN;
