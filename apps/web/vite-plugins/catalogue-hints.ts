import type { Plugin } from "vite";

/** The modules that hold all texts of one language, and the data attribute that tells `boot.js` of each. */
const CATALOGUES = [
  ["/texts/page-en.ts", "data-en"],
  ["/texts/page-zh-cn.ts", "data-zh"],
] as const;

/**
 * Writes the addresses of the catalogues beside `boot.js`, which knows the language before any module runs
 * and fetches the one that is needed together with the entry instead of after it.
 */
export function catalogueHints(): Plugin {
  return {
    name: "catalogue-hints",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter(
          (file) => file.type === "chunk",
        );
        const hints = CATALOGUES.map(([module, attribute]) => {
          const chunk = chunks.find(
            ({ facadeModuleId }) => facadeModuleId?.endsWith(module) === true,
          );
          if (chunk === undefined) throw new Error(`No chunk for ${module}.`);
          return `${attribute}="/${chunk.fileName}"`;
        });
        return html.replace(
          'src="/boot.js"',
          `src="/boot.js" ${hints.join(" ")}`,
        );
      },
    },
  };
}
