import { readFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { ConfigError, loadConfig, SETTING_NAMES } from "../src/config.ts";

const mistakes = (environment: Record<string, string>): readonly string[] => {
  try {
    loadConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.sentences;
    throw error;
  }
};

describe("the settings", () => {
  it("have defaults, also where a value is empty", () => {
    const defaults = {
      host: "127.0.0.1",
      port: 4300,
      exposed: false,
      dataDir: resolve(".studio"),
      allowedOrigins: [],
      runTimeoutMs: 600_000,
      approvalTimeoutMs: 300_000,
      maxTurns: 25,
      maxEventsInMemory: 10_000,
      allowedModelOrigins: [],
      demoPace: "natural",
      skillDirs: [],
      logLevel: "warn",
      store: "sqlite",
    };
    expect(loadConfig({})).toEqual(defaults);
    expect(
      loadConfig(Object.fromEntries(SETTING_NAMES.map((name) => [name, " "]))),
    ).toEqual(defaults);
  });

  it("are read from the environment", () => {
    const config = loadConfig({
      HOST: "0.0.0.0",
      PORT: "0",
      STUDIO_ACCESS_CODE: "open sesame",
      STUDIO_ALLOWED_ORIGINS:
        "https://studio.example.org, http://127.0.0.1:5173",
      STUDIO_DEMO_PACE: "instant",
      AGENT_SKILLS_DIRS: ["a", "b"].join(delimiter),
      MODEL_PRESET: "demo",
      MODEL_SUPPORTS_IMAGES: "true",
      UNRELATED: "x",
    });
    expect(config).toMatchObject({
      port: 0,
      exposed: true,
      accessCode: "open sesame",
      allowedOrigins: ["https://studio.example.org", "http://127.0.0.1:5173"],
      demoPace: "instant",
      skillDirs: ["a", "b"],
      defaultModel: { presetId: "demo", supportsImages: true },
    });
  });

  it.each([
    ["PORT", "65536"],
    ["PORT", "4e3"],
    ["PORT", "-1"],
    ["STUDIO_STORE", "postgres"],
    ["STUDIO_RUN_TIMEOUT_MS", "0"],
    ["STUDIO_RUN_TIMEOUT_MS", "2147483648"],
    ["STUDIO_APPROVAL_TIMEOUT_MS", "soon"],
    ["STUDIO_MAX_TURNS", "0"],
    ["STUDIO_MAX_EVENTS_IN_MEMORY", "many"],
    ["STUDIO_ALLOWED_ORIGINS", "http://127.0.0.1:5173/"],
    ["STUDIO_ALLOWED_ORIGINS", "*"],
    ["STUDIO_ALLOWED_ORIGINS", "null"],
    ["STUDIO_ALLOWED_MODEL_ORIGINS", "127.0.0.1:11434"],
    ["STUDIO_DEMO_PACE", "fast"],
    ["LOG_LEVEL", "loud"],
    ["MODEL_API", "grpc"],
    ["MODEL_SUPPORTS_IMAGES", "maybe"],
  ])("explain in one sentence why %s can't be %j", (name, value) => {
    const sentences = mistakes({ [name]: value });
    expect(sentences).toHaveLength(1);
    expect(sentences[0]).toMatch(new RegExp(`^${name} .*\\.$`));
  });

  it("explain every mistake at once", () => {
    expect(mistakes({ PORT: "x", LOG_LEVEL: "x" })).toHaveLength(2);
  });

  it.each([
    [{ HOST: "0.0.0.0" }, "HOST"],
    [{ HOST: "::" }, "HOST"],
    [{ HOST: "studio.local" }, "HOST"],
    [
      {
        STUDIO_ALLOWED_ORIGINS: "http://127.0.0.1:1,https://studio.example.org",
      },
      "STUDIO_ALLOWED_ORIGINS",
    ],
  ])("demand an access code for %o", (environment, named) => {
    const [sentence] = mistakes(environment);
    expect(sentence).toContain(named);
    expect(sentence).toContain("STUDIO_ACCESS_CODE");
    expect(mistakes({ ...environment, STUDIO_ACCESS_CODE: "x" })).toEqual([]);
  });

  it.each(["127.0.0.1", "127.0.0.2", "::1", "localhost"])(
    "need no access code on %s",
    (HOST) => {
      expect(
        mistakes({
          HOST,
          STUDIO_ALLOWED_ORIGINS: "http://localhost:5173,http://[::1]:5173",
        }),
      ).toEqual([]);
    },
  );

  it("stand in .env.example, each with its default", () => {
    const example = readFileSync(
      join(import.meta.dirname, "../../../.env.example"),
      "utf8",
    );
    const listed = new Map(
      [...example.matchAll(/^# ([A-Z_]+)=(.*)$/gm)].map(
        ([, name = "", value = ""]) => [name, value],
      ),
    );
    expect([...listed.keys()].sort()).toEqual([...SETTING_NAMES].sort());
    expect(loadConfig(Object.fromEntries(listed))).toEqual(loadConfig({}));
  });
});
