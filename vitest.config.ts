import { defineConfig } from "vitest/config";

const unit = (name: string, root: string) => ({
  test: { name, root, include: ["tests/**/*.test.{ts,tsx}"], environment: "node" as const },
});

export default defineConfig({
  test: {
    projects: [
      unit("shared", "packages/shared"),
      unit("harness", "packages/harness"),
      unit("labs", "packages/labs"),
      unit("server", "apps/server"),
      unit("web", "apps/web"),
    ],
  },
});
