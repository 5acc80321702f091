// Lint rules of the whole tree. What dependency-cruiser checks (layers, cycles,
// public entries) is not described a second time here.
import js from "@eslint/js";
import vitest from "@vitest/eslint-plugin";
import importX from "eslint-plugin-import-x";
import reactHooks from "eslint-plugin-react-hooks";
import unicorn from "eslint-plugin-unicorn";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

const TESTS = ["**/tests/**/*.{ts,tsx}", "**/src/testing/**/*.{ts,tsx}"];
const PRODUCT = ["packages/*/src/**/*.{ts,tsx}", "apps/*/src/**/*.{ts,tsx}"];

const EVERYWHERE = [
  {
    selector: "ExportAllDeclaration",
    message:
      "List the exported names one by one, so that the public surface can be read.",
  },
  { selector: "TSEnumDeclaration", message: "Use a union of string literals." },
  {
    selector:
      "CallExpression[callee.object.name='vi'][callee.property.name=/^(mock|doMock|hoisted)$/]",
    message: "Pass a fake through the options instead of mocking a module.",
  },
];
const IN_PRODUCT = [
  {
    selector:
      ":matches(Program, Program > ExportNamedDeclaration) > VariableDeclaration[kind='let']",
    message:
      "Keep state in an object that a create function returns, not in the module.",
  },
  {
    selector:
      "Program > VariableDeclaration > VariableDeclarator > NewExpression[callee.name=/^(Map|Set|WeakMap|WeakSet)$/][arguments.length=0]",
    message:
      "Keep state in an object that a create function returns, not in the module.",
  },
];
const ENVIRONMENT = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message:
    "Settings are read once, in apps/server/src/config.ts, and passed on as values.",
};

export default defineConfig(
  globalIgnores([
    "**/dist/",
    "**/coverage/",
    "**/node_modules/",
    "**/.studio/",
    "test-results/",
    "fixtures/",
    ".dependency-cruiser.cjs",
  ]),
  {
    linterOptions: {
      reportUnusedDisableDirectives: "error",
      noInlineConfig: true,
    },
  },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        // One program for the whole tree: a program for each package costs four times as much.
        project: "tsconfig.lint.json",
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: { unicorn, "import-x": importX },
    rules: {
      "no-undef": "off",
      eqeqeq: "error",
      "max-lines": [
        "error",
        { max: 300, skipBlankLines: true, skipComments: true },
      ],
      "max-lines-per-function": [
        "error",
        { max: 60, skipBlankLines: true, skipComments: true },
      ],
      "max-params": ["error", 4],
      complexity: ["error", { max: 12, variant: "modified" }],
      "no-restricted-syntax": ["error", ...EVERYWHERE],
      "unicorn/filename-case": ["error", { case: "kebabCase" }],
      "@typescript-eslint/consistent-type-imports": [
        "error",
        { fixStyle: "separate-type-imports" },
      ],
      "@typescript-eslint/no-import-type-side-effects": "error",
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      "@typescript-eslint/no-unused-vars": [
        "error",
        {
          argsIgnorePattern: "^_",
          varsIgnorePattern: "^_",
          ignoreRestSiblings: true,
        },
      ],
      "@typescript-eslint/restrict-template-expressions": [
        "error",
        { allowNumber: true, allowBoolean: true },
      ],
      "@typescript-eslint/no-unnecessary-condition": [
        "error",
        { allowConstantLoopConditions: "only-allowed-literals" },
      ],
      "@typescript-eslint/no-misused-promises": [
        "error",
        { checksVoidReturn: { attributes: false, properties: false } },
      ],
      // There are no enums here.
      "@typescript-eslint/no-unsafe-enum-assignment": "off",
      // In-memory adapters keep the async signature of their port.
      "@typescript-eslint/require-await": "off",
      "@typescript-eslint/no-unnecessary-type-parameters": "off",
      "@typescript-eslint/no-confusing-void-expression": "off",
      // Paths, headers and terminal text are searched for control characters.
      "no-control-regex": "off",
    },
  },
  // JSDoc casts are invisible to type-aware rules; tsc checks these files all the same.
  { ...tseslint.configs.disableTypeChecked, files: ["**/*.{js,mjs}"] },
  {
    files: PRODUCT,
    rules: {
      "no-restricted-syntax": [
        "error",
        ...EVERYWHERE,
        ...IN_PRODUCT,
        ENVIRONMENT,
      ],
      "import-x/no-default-export": "error",
    },
  },
  {
    files: ["packages/*/src/**/*.{ts,tsx}", "apps/web/src/**/*.{ts,tsx}"],
    ignores: ["packages/bench/**"],
    rules: { "no-console": "error" },
  },
  {
    // The only places that may look at the environment.
    files: ["apps/server/src/{config,main}.ts", "packages/bench/src/**/*.ts"],
    rules: { "no-restricted-syntax": ["error", ...EVERYWHERE, ...IN_PRODUCT] },
  },
  { ...reactHooks.configs.flat.recommended, files: ["**/*.tsx"] },
  {
    // assistant-ui marks much of its current interface as deprecated.
    files: ["apps/web/**/*.{ts,tsx}"],
    rules: { "@typescript-eslint/no-deprecated": "off" },
  },
  {
    files: TESTS,
    plugins: { vitest },
    rules: {
      "no-restricted-syntax": ["error", ...EVERYWHERE],
      "max-lines": [
        "error",
        { max: 500, skipBlankLines: true, skipComments: true },
      ],
      "max-lines-per-function": "off",
      "@typescript-eslint/no-non-null-assertion": "off",
      // Builders of tests hand out closures to be taken apart.
      "@typescript-eslint/unbound-method": "off",
      "vitest/valid-title": [
        "error",
        { disallowedWords: ["should"], allowArguments: true },
      ],
      "vitest/no-focused-tests": "error",
      "vitest/no-disabled-tests": "error",
      "vitest/no-identical-title": "error",
    },
  },
);
