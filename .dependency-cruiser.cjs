// The import rules of docs/architecture.md, one per sentence there. Every rule is
// shown to fire by scripts/tests/architecture.test.ts.
const HARNESS = "^packages/harness/src/";
const LABS = "^packages/labs/src/";
const ADAPTER = "/(in-memory|sqlite|file|node|pi)-[^/]+\\.ts$";
const ENTRY =
  "^packages/[^/]+/src/(index|adapters|pi-adapters|ui|event-explanations|testing/index)\\.tsx?$";
const SHARED_ENTRY = "^packages/shared/src/index\\.ts$";
const npm = (...names) => `(^|/)node_modules/(@types/)?(${names.join("|")})/`;

const rule = (name, comment, from, to) => ({
  name,
  comment,
  severity: "error",
  from,
  to,
});

module.exports = {
  forbidden: [
    rule(
      "no-circular",
      "No import cycles. What is fetched when it is needed is no part of one: nothing waits for it.",
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ["dynamic-import"] } },
    ),
    rule(
      "no-unresolved",
      "Every import is found.",
      {},
      { couldNotResolve: true },
    ),
    rule(
      "no-vague-names",
      "A file is named after its one noun.",
      {},
      {
        path: "^(apps|packages|scripts)/.*/(utils?|helpers?|common|types|manager|misc)\\.tsx?$",
      },
    ),

    // Between packages.
    rule(
      "shared-imports-zod-only",
      "The protocol runs anywhere: no Node, no DOM library, nobody's code but zod.",
      { path: "^packages/shared/src/", pathNot: "/src/testing/" },
      { pathNot: ["^packages/shared/src/", npm("zod")] },
    ),
    rule(
      "shared-testing-runs-anywhere",
      "Generators of the protocol add fast-check, nothing else.",
      { path: "^packages/shared/src/testing/" },
      { pathNot: ["^packages/shared/src/", npm("zod", "fast-check")] },
    ),
    rule(
      "packages-know-no-app",
      "Packages are used by the apps, never the other way round; a benchmark is a tool.",
      { path: "^packages/", pathNot: "^packages/bench/" },
      { path: "^apps/" },
    ),
    rule(
      "product-knows-no-benchmark",
      "What is measured does not know what measures it, nor those it is compared with.",
      {
        path: "^(apps|packages|scripts)/",
        pathNot: "^packages/bench/",
      },
      {
        path: [
          "^packages/bench/",
          npm(
            "better-sse",
            "@fastify/sse",
            "sse-pubsub",
            "@durable-streams/[^/]+",
          ),
        ],
      },
    ),
    rule(
      "harness-knows-no-lab",
      "The harness serves any lab.",
      { path: "^packages/harness/" },
      { path: "^packages/(labs|bench)/" },
    ),
    rule(
      "harness-knows-no-transport",
      "The harness draws nothing and serves nothing.",
      { path: "^packages/harness/" },
      {
        path: npm(
          "react",
          "react-dom",
          "fastify",
          "@fastify/[^/]+",
          "@assistant-ui/[^/]+",
        ),
      },
    ),
    rule(
      "public-entries",
      "Other packages see a package's entries only.",
      { path: "^((?:packages|apps)/[^/]+|scripts)/" },
      { path: "^packages/[^/]+/src/", pathNot: ["^$1/", ENTRY] },
    ),
    rule(
      "fakes-in-tests-only",
      "What ships holds no fake.",
      {
        path: "^(packages|apps)/[^/]+/src/",
        pathNot: "/src/testing/|^packages/bench/",
      },
      { path: "/src/testing/" },
    ),
    rule(
      "source-imports-no-tests",
      "Tests and tools import the product, not the other way round; a benchmark is a tool.",
      { path: "^(packages|apps)/[^/]+/src/", pathNot: "^packages/bench/" },
      { path: "^(packages|apps)/[^/]+/tests/|^scripts/" },
    ),
    rule(
      "no-dev-dependencies",
      "What ships declares what it needs.",
      {
        path: "^(packages|apps)/[^/]+/src/",
        pathNot: "/src/testing/|^packages/bench/",
      },
      {
        dependencyTypes: ["npm-dev"],
        dependencyTypesNot: ["type-only", "npm-peer"],
      },
    ),

    // Inside the harness.
    rule(
      "pi-only-in-pi-files",
      "Pi's types and calls stop at the files named after it.",
      {
        path: "^(apps|packages|scripts)/",
        pathNot: "^packages/harness/(src|tests).*/pi-[^/]+\\.ts$",
      },
      { path: npm("@earendil-works/[^/]+") },
    ),
    rule(
      "harness-layer-0",
      "security, workspace and events build on nothing of the harness.",
      { path: HARNESS + "(security|workspace|events)/" },
      {
        path:
          HARNESS +
          "(tools|skills|models|approvals|attachments|agent|sessions)/",
      },
    ),
    rule(
      "harness-layer-1",
      "Tools, skills, models, approvals and attachments know no agent and no session.",
      { path: HARNESS + "(tools|skills|models|approvals|attachments)/" },
      { path: HARNESS + "(agent|sessions)/" },
    ),
    rule(
      "harness-layer-2",
      "An agent knows no session.",
      { path: HARNESS + "agent/" },
      { path: HARNESS + "sessions/" },
    ),
    rule(
      "harness-entries-are-roots",
      "No folder imports the entries that list it.",
      { path: HARNESS + "[^/]+/" },
      { path: HARNESS + "(index|(pi-)?adapters)\\.ts$" },
    ),
    rule(
      "pi-loads-late",
      "What needs Pi is listed apart, so that a process starts without it.",
      { path: HARNESS + "(index|adapters)\\.ts$" },
      { path: HARNESS + "[^/]+/pi-[^/]+\\.ts$" },
    ),
    rule(
      "adapters-in-roots-only",
      "A folder imports ports; which adapter serves is chosen in one place.",
      { path: HARNESS + "[^/]+/", pathNot: ["/src/testing/", ADAPTER] },
      { path: HARNESS + ".*" + ADAPTER },
    ),
    rule(
      "adapters-apart",
      "An adapter builds on ports of other folders, unless both wrap Pi.",
      { path: HARNESS + "([^/]+).*/(in-memory|sqlite|file|node)-[^/]+\\.ts$" },
      { path: HARNESS + ".*" + ADAPTER, pathNot: HARNESS + "$1/" },
    ),

    // Labs.
    rule(
      "lab-contract-zod-only",
      "A lab's contract is read by server and browser alike.",
      { path: LABS + ".*/contract\\.ts$" },
      { pathNot: npm("zod") },
    ),
    rule(
      "lab-ui-own-contract",
      "A lab's cards know the protocol, their own contract and React.",
      { path: LABS + "([^/]+)/ui/" },
      {
        pathNot: [
          LABS + "$1/(ui/|contract\\.ts$)",
          LABS + "(ui|lab-ui)\\.tsx?$",
          LABS + "ui/",
          SHARED_ENTRY,
          npm("react"),
        ],
      },
    ),
    rule(
      "lab-ui-entry",
      "The browser's entry to the labs leads to their cards only.",
      { path: LABS + "(ui|lab-ui)\\.tsx?$|" + LABS + "ui/" },
      {
        pathNot: [
          LABS + "(ui|lab-ui)\\.tsx?$",
          LABS + "(ui|[^/]+/ui)/",
          SHARED_ENTRY,
          npm("react"),
        ],
      },
    ),
    rule(
      "labs-apart",
      "A lab is one folder, all of it.",
      { path: LABS + "([^/]+)/" },
      {
        path: LABS + "[^/]+/",
        pathNot: [LABS + "$1/", LABS + "(ui|testing)/"],
      },
    ),
    rule(
      "lab-server-side-draws-nothing",
      "React stays in the labs' ui folders.",
      {
        path: LABS,
        pathNot: LABS + "(ui/|[^/]+/ui/|ui\\.tsx?$|lab-ui\\.tsx?$)",
      },
      { path: npm("react", "react-dom", "@assistant-ui/[^/]+") },
    ),

    // Apps.
    rule(
      "server-adapters-in-main",
      "Adapters are chosen in the composition root.",
      {
        path: "^apps/server/src/",
        pathNot: "^apps/server/src/((main|stores)\\.ts$|testing/)",
      },
      { path: HARNESS + "(pi-)?adapters\\.ts$" },
    ),
    rule(
      "server-knows-no-web",
      "The server serves built files, it imports none.",
      { path: "^apps/server/" },
      { path: "^apps/web/" },
    ),
    rule(
      "web-is-a-projection",
      "The browser knows the protocol and the labs' cards, nothing of the server side.",
      { path: "^apps/web/src/" },
      {
        path: [
          "^packages/(harness|bench)/",
          "^apps/server/",
          LABS + "index\\.ts$",
        ],
      },
    ),
    rule(
      "browser-code-without-node",
      "What a browser runs imports no Node module.",
      { path: ["^apps/web/src/", LABS + ".*ui"] },
      { dependencyTypes: ["core"] },
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    exclude: {
      path: ["(^|/)dist/", "(^|/)coverage/"],
    },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["types", "import", "node", "default"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
    },
  },
};
