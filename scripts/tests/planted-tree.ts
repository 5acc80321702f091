import {
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A file of the canary: what it imports and which rules that breaks. */
export interface PlantedFile {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly breaks?: readonly string[];
}

const H = "packages/harness/src";
const L = "packages/labs/src";

/** Files that keep every rule; the planted ones import them. */
const LAWFUL: readonly PlantedFile[] = [
  { file: "packages/shared/src/index.ts", imports: ["./event.ts"] },
  { file: "packages/shared/src/event.ts", imports: ["zod"] },
  {
    file: "packages/shared/src/testing/index.ts",
    imports: ["../event.ts", "fast-check"],
  },
  {
    file: `${H}/index.ts`,
    imports: ["./events/event-store.ts", "./sessions/session.ts"],
  },
  {
    file: `${H}/adapters.ts`,
    imports: ["./events/in-memory-event-store.ts", "./agent/pi-agent.ts"],
    breaks: ["pi-loads-late"],
  },
  { file: `${H}/pi-adapters.ts`, imports: ["./agent/pi-agent.ts"] },
  {
    file: `${H}/testing/index.ts`,
    imports: ["../events/in-memory-event-store.ts"],
  },
  { file: `${H}/events/event-store.ts`, imports: ["@agent-studio/shared"] },
  {
    file: `${H}/events/in-memory-event-store.ts`,
    imports: ["./event-store.ts", "node:fs"],
  },
  { file: `${H}/tools/tool.ts`, imports: ["../events/event-store.ts"] },
  { file: `${H}/models/pi-model.ts`, imports: ["@earendil-works/pi-ai"] },
  { file: `${H}/agent/agent-port.ts`, imports: ["../tools/tool.ts"] },
  {
    file: `${H}/agent/pi-agent.ts`,
    imports: ["./agent-port.ts", "../models/pi-model.ts"],
  },
  { file: `${H}/sessions/session.ts`, imports: ["../agent/agent-port.ts"] },
  { file: `${L}/index.ts`, imports: ["./ads-report/lab.ts"] },
  { file: `${L}/ui.ts`, imports: ["./lab-ui.ts", "./ads-report/ui/index.tsx"] },
  { file: `${L}/lab-ui.ts`, imports: ["react"] },
  { file: `${L}/ads-report/contract.ts`, imports: ["zod"] },
  {
    file: `${L}/ads-report/lab.ts`,
    imports: ["@agent-studio/harness", "./contract.ts", "node:fs"],
  },
  {
    file: `${L}/ads-report/ui/index.tsx`,
    imports: [
      "react",
      "@agent-studio/shared",
      "../contract.ts",
      "../../lab-ui.ts",
    ],
  },
  { file: `${L}/desk/lab.ts`, imports: ["@agent-studio/harness"] },
  {
    file: "apps/server/src/main.ts",
    imports: [
      "@agent-studio/harness/adapters",
      "@agent-studio/labs",
      "fastify",
    ],
  },
  {
    file: "apps/server/tests/app.test.ts",
    imports: ["@agent-studio/harness/testing"],
  },
  {
    file: "apps/web/src/main.tsx",
    imports: [
      "react",
      "@assistant-ui/react",
      "@agent-studio/labs/ui",
      "@agent-studio/shared",
    ],
  },
  { file: "scripts/start.ts", imports: ["../apps/server/src/main.ts"] },
  {
    file: "packages/bench/src/bench.ts",
    imports: ["../../../apps/server/src/main.ts", "better-sse"],
  },
];

const PLANTED: readonly PlantedFile[] = [
  {
    file: `${H}/events/ring-a.ts`,
    imports: ["./ring-b.ts"],
    breaks: ["no-circular"],
  },
  {
    file: `${H}/events/ring-b.ts`,
    // A cycle is reported once, where it is met first.
    imports: ["./ring-a.ts"],
  },
  {
    file: `${H}/events/lost.ts`,
    imports: ["./nowhere.ts"],
    breaks: ["no-unresolved"],
  },
  { file: `${H}/events/utils.ts` },
  {
    file: `${H}/events/vague.ts`,
    imports: ["./utils.ts"],
    breaks: ["no-vague-names"],
  },
  {
    file: "packages/shared/src/disk.ts",
    imports: ["node:fs"],
    breaks: ["shared-imports-zod-only"],
  },
  {
    file: "packages/shared/src/view.ts",
    imports: ["react"],
    breaks: ["shared-imports-zod-only"],
  },
  {
    file: "packages/shared/src/testing/disk.ts",
    imports: ["node:os"],
    breaks: ["shared-testing-runs-anywhere"],
  },
  {
    file: `${H}/sessions/app.ts`,
    imports: ["../../../../apps/server/src/main.ts"],
    breaks: ["packages-know-no-app"],
  },
  {
    file: "apps/server/src/measured.ts",
    imports: ["../../../packages/bench/src/bench.ts"],
    breaks: ["product-knows-no-benchmark", "public-entries"],
  },
  {
    file: "apps/server/src/peer.ts",
    imports: ["better-sse"],
    breaks: ["product-knows-no-benchmark"],
  },
  {
    file: `${H}/sessions/lab.ts`,
    imports: ["@agent-studio/labs"],
    breaks: ["harness-knows-no-lab"],
  },
  {
    file: `${H}/sessions/http.ts`,
    imports: ["fastify"],
    breaks: ["harness-knows-no-transport"],
  },
  {
    file: `${H}/sessions/screen.ts`,
    imports: ["react"],
    breaks: ["harness-knows-no-transport"],
  },
  {
    file: "apps/server/src/inside.ts",
    imports: ["../../../packages/harness/src/tools/tool.ts"],
    breaks: ["public-entries"],
  },
  {
    file: "scripts/inside.ts",
    imports: ["../packages/shared/src/event.ts"],
    breaks: ["public-entries"],
  },
  {
    file: "apps/server/src/fake.ts",
    imports: ["@agent-studio/harness/testing"],
    breaks: ["fakes-in-tests-only"],
  },
  {
    file: "apps/server/src/tested.ts",
    imports: ["../tests/app.test.ts"],
    breaks: ["source-imports-no-tests"],
  },
  {
    file: `${H}/sessions/check.ts`,
    imports: ["fast-check"],
    breaks: ["no-dev-dependencies"],
  },
  {
    file: `${H}/agent/agent-loop.ts`,
    imports: ["@earendil-works/pi-ai"],
    breaks: ["pi-only-in-pi-files"],
  },
  {
    file: "apps/server/src/pi-routes.ts",
    imports: ["@earendil-works/pi-ai"],
    breaks: ["pi-only-in-pi-files"],
  },
  {
    file: `${H}/workspace/up.ts`,
    imports: ["../tools/tool.ts"],
    breaks: ["harness-layer-0"],
  },
  {
    file: `${H}/approvals/up.ts`,
    imports: ["../agent/agent-port.ts"],
    breaks: ["harness-layer-1"],
  },
  {
    file: `${H}/agent/up.ts`,
    imports: ["../sessions/session.ts"],
    breaks: ["harness-layer-2"],
  },
  {
    file: `${H}/skills/entry.ts`,
    imports: ["../adapters.ts"],
    breaks: ["harness-entries-are-roots"],
  },
  {
    file: `${H}/skills/late-entry.ts`,
    imports: ["../pi-adapters.ts"],
    breaks: ["harness-entries-are-roots"],
  },
  {
    file: `${H}/tools/adapter.ts`,
    imports: ["../events/in-memory-event-store.ts"],
    breaks: ["adapters-in-roots-only"],
  },
  {
    file: `${H}/attachments/file-attachment-store.ts`,
    imports: ["../events/in-memory-event-store.ts"],
    breaks: ["adapters-apart"],
  },
  {
    file: `${L}/desk/contract.ts`,
    imports: ["@agent-studio/shared"],
    breaks: ["lab-contract-zod-only"],
  },
  {
    file: `${L}/desk/ui/thread.tsx`,
    imports: ["@assistant-ui/react"],
    breaks: ["lab-ui-own-contract"],
  },
  {
    file: `${L}/desk/ui/foreign.tsx`,
    imports: ["../../ads-report/contract.ts"],
    breaks: ["lab-ui-own-contract", "labs-apart"],
  },
  {
    file: `${L}/desk/ui/disk.tsx`,
    imports: ["node:fs"],
    breaks: ["lab-ui-own-contract", "browser-code-without-node"],
  },
  {
    file: `${L}/ui/all.ts`,
    imports: ["../index.ts"],
    breaks: ["lab-ui-entry"],
  },
  {
    file: `${L}/desk/borrow.ts`,
    imports: ["../ads-report/lab.ts"],
    breaks: ["labs-apart"],
  },
  {
    file: `${L}/desk/draw.ts`,
    imports: ["react"],
    breaks: ["lab-server-side-draws-nothing"],
  },
  {
    file: "apps/server/src/store.ts",
    imports: ["@agent-studio/harness/adapters"],
    breaks: ["server-adapters-in-main"],
  },
  {
    file: "apps/server/src/agents.ts",
    imports: ["@agent-studio/harness/pi-adapters"],
    breaks: ["server-adapters-in-main"],
  },
  {
    file: "apps/server/src/page.ts",
    imports: ["../../web/src/main.tsx"],
    breaks: ["server-knows-no-web"],
  },
  {
    file: "apps/web/src/core.ts",
    imports: ["@agent-studio/harness"],
    breaks: ["web-is-a-projection"],
  },
  {
    file: "apps/web/src/labs.ts",
    imports: ["@agent-studio/labs"],
    breaks: ["web-is-a-projection"],
  },
  {
    file: "apps/web/src/disk.ts",
    imports: ["node:fs"],
    breaks: ["browser-code-without-node"],
  },
];

const NPM = [
  "zod",
  "fast-check",
  "react",
  "fastify",
  "@assistant-ui/react",
  "@earendil-works/pi-ai",
  "better-sse",
];
const DEV_ONLY = new Set(["fast-check"]);

export interface PlantedTree {
  readonly root: string;
  /** Every rule that must be reported, as `rule: file`. */
  readonly expected: readonly string[];
  readonly files: readonly string[];
  readonly remove: () => void;
}

/** Writes a small tree with this repository's layout into a temporary folder. */
export function plantTree(): PlantedTree {
  const root = mkdtempSync(join(tmpdir(), "planted tree "));
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  const files = [...LAWFUL, ...PLANTED];
  for (const { file, imports = [] } of files) {
    const lines = imports.map((from) => `import ${JSON.stringify(from)};`);
    write(file, [...lines, "export {};", ""].join("\n"));
  }
  write(
    "tsconfig.json",
    JSON.stringify({ compilerOptions: { module: "NodeNext" } }),
  );
  writePackages(root, write);
  return {
    root,
    files: files.map(({ file }) => file),
    expected: files
      .flatMap(({ file, breaks = [] }) =>
        breaks.map((rule) => `${rule}: ${file}`),
      )
      .sort(),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

function writePackages(
  root: string,
  write: (file: string, text: string) => void,
): void {
  const exports: Record<string, Record<string, string>> = {
    shared: { ".": "./src/index.ts" },
    harness: {
      ".": "./src/index.ts",
      "./adapters": "./src/adapters.ts",
      "./pi-adapters": "./src/pi-adapters.ts",
      "./testing": "./src/testing/index.ts",
    },
    labs: { ".": "./src/index.ts", "./ui": "./src/ui.ts" },
  };
  const versions = (names: readonly string[]): Record<string, string> =>
    Object.fromEntries(names.map((name) => [name, "1.0.0"]));
  const manifest = {
    dependencies: versions(NPM.filter((name) => !DEV_ONLY.has(name))),
    devDependencies: versions([...DEV_ONLY]),
  };
  mkdirSync(join(root, "node_modules", "@agent-studio"), { recursive: true });
  for (const [name, entries] of Object.entries(exports)) {
    const full = {
      name: `@agent-studio/${name}`,
      type: "module",
      exports: entries,
      ...manifest,
    };
    write(`packages/${name}/package.json`, JSON.stringify(full));
    symlinkSync(
      join(root, "packages", name),
      join(root, "node_modules", "@agent-studio", name),
    );
  }
  for (const app of ["server", "web"]) {
    write(
      `apps/${app}/package.json`,
      JSON.stringify({ name: app, type: "module", ...manifest }),
    );
  }
  write("package.json", JSON.stringify({ name: "planted", type: "module" }));
  for (const name of NPM) {
    const stub = {
      name,
      version: "1.0.0",
      type: "module",
      exports: "./index.js",
    };
    write(`node_modules/${name}/package.json`, JSON.stringify(stub));
    write(`node_modules/${name}/index.js`, "export {};\n");
  }
}
