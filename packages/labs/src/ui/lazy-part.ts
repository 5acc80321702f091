import { lazy } from "react";
import type { ComponentType, LazyExoticComponent } from "react";
import { steadfastLoad } from "./steadfast-load.ts";

/** A component that is loaded when it is first drawn, also over a line that breaks meanwhile. */
export function lazyPart<Props>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => steadfastLoad(load));
}
