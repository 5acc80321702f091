import { createContext, use } from "react";
import type { ArgumentProblem } from "../../client/read-arguments.ts";

/** What is wrong in the form that is being filled in. */
export const FieldsContext = createContext<readonly ArgumentProblem[]>([]);

/** What is wrong at one place of it. */
export function useProblemsAt(path: string): readonly ArgumentProblem[] {
  return use(FieldsContext).filter((problem) => problem.path === path);
}
