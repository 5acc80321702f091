import type { Scenario } from "../scenario.ts";
import { withStudio } from "./started-studio.ts";

/** From the start of the process to its first answer. */
export const START_UP: Scenario<"studio"> = {
  name: "start",
  title: "From the start of the program to its first answer",
  contenders: ["studio"],
  figures: ["milliseconds"],
  measure: async ({ children }) => {
    const startedAt = performance.now();
    return withStudio(children, {}, async ({ port }) => {
      const response = await fetch(`http://127.0.0.1:${port}/api/health`);
      await response.text();
      return { figures: { milliseconds: performance.now() - startedAt } };
    });
  },
};
