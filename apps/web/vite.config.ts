import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import type { UserConfig } from "vite";
import { catalogueHints } from "./vite-plugins/catalogue-hints.ts";

// Set by scripts/dev.ts: the API stands behind Vite, with Host and Origin kept as the browser sent them.
const apiPort = process.env["STUDIO_API_PORT"];

const CONFIG: UserConfig = {
  plugins: [react(), catalogueHints()],
  build: {
    target: ["chrome120", "edge120", "firefox121", "safari17"],
    outDir: "dist",
    emptyOutDir: true,
    // The content security policy allows no inline or data: resource.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // A sheet that a cut line loses is never asked for again; all of them together are 13 kB.
    cssCodeSplit: false,
    rolldownOptions: {
      // The studio, and the gallery of its states.
      input: ["index.html", "states.html"],
    },
    reportCompressedSize: false,
    // What imports what, for the check of how much a first visit downloads.
    manifest: true,
  },
  server: {
    host: "127.0.0.1",
    strictPort: true,
    ...(apiPort === undefined
      ? {}
      : {
          proxy: {
            "/api": {
              target: `http://127.0.0.1:${apiPort}`,
              changeOrigin: false,
            },
          },
        }),
  },
};

export default defineConfig(({ command }) => {
  // A test runner builds too, and says so in NODE_ENV: the page is the real one all the same.
  if (command === "build") process.env["NODE_ENV"] = "production";
  return CONFIG;
});
