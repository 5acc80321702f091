import type { Plugin } from "vite";

/** The package's index takes each of its namespaces as one finished object, with everything that hangs on it. */
const FINISHED = /import \{ (\w+_exports) \} from ("\.\/primitives\/[^"]+");/g;

/**
 * Lets the bundler leave out what is not used of assistant-ui's `ComposerPrimitive` and its like. The same
 * names are exported one by one from the same modules, so a namespace import means the same thing and can be
 * taken apart. Where the pattern is not found any more, the page is larger and nothing else changes.
 */
export function liveNamespaces(): Plugin {
  return {
    name: "live-namespaces",
    apply: "build",
    transform: {
      filter: { id: /@assistant-ui\/react\/dist\/index\.js$/ },
      handler: (code) => ({
        code: code.replace(FINISHED, "import * as $1 from $2;"),
        map: null,
      }),
    },
  };
}
