import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const unit = (name: string, root: string) => ({
  test: {
    name,
    root,
    include: ["tests/**/*.test.{ts,tsx}"],
    exclude: ["tests/browser/**", "tests/fixtures/**"],
    environment: "node" as const,
    // No module keeps state, so the files can share a process: that takes half of the time.
    isolate: false,
  },
});

export default defineConfig({
  test: {
    // With other files beside it on two cores, a property test takes its time.
    testTimeout: 20_000,
    maxWorkers: 2,
    coverage: {
      provider: "v8",
      include: ["**/src/**/*.{ts,tsx}"],
      exclude: ["**/testing/**", "**/bench/**"],
      reporter: ["text-summary", "json-summary"],
      reportsDirectory: "coverage",
    },
    projects: [
      unit("shared", "packages/shared"),
      unit("harness", "packages/harness"),
      unit("labs", "packages/labs"),
      unit("bench", "packages/bench"),
      unit("server", "apps/server"),
      unit("web", "apps/web"),
      unit("tooling", "scripts"),
      {
        test: {
          name: "browser",
          root: "apps/web",
          include: ["tests/browser/**/*.test.ts"],
          environment: "node",
          isolate: false,
          globalSetup: fileURLToPath(
            new URL("apps/web/tests/browser/shared-studio.ts", import.meta.url),
          ),
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
