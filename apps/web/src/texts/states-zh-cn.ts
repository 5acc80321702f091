import type { StatesKey } from "./states-en.ts";

export const STATES_ZH_CN: Readonly<Record<StatesKey, string>> = {
  "states.label": "状态",
  "states.state": "状态",
  "states.studio": "前往工作室",
};
