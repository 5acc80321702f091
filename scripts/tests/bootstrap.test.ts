import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createStubProject } from "./stub-project.ts";
import type { StubProject } from "./stub-project.ts";

/** Says which signals it gets, and ends a moment after the first one. */
const SERVER = `
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    console.log("got " + signal);
    setTimeout(() => { console.log("ended"); process.exit(0); }, 300);
  });
}
setTimeout(() => process.exit(9), 15_000);
console.log("serving");
`;

let project: StubProject;
beforeEach(() => {
  project = createStubProject();
});
afterEach(() => project.remove());

describe("installing", () => {
  it("installs once, and again only when the lockfile changed", async () => {
    project.write("script.mjs", "console.log('ran')");

    const first = project.start();
    expect(await first.exit).toBe(0);
    expect(first.output()).toContain(
      "Installing dependencies with pnpm 12.0.0",
    );
    expect(first.output()).toContain("ran");
    expect(project.installs()).toEqual([
      "--yes pnpm@12.0.0 install --frozen-lockfile --reporter=append-only",
    ]);

    const second = project.start();
    expect(await second.exit).toBe(0);
    expect(second.output()).toBe("ran\n");
    expect(project.installs()).toHaveLength(1);

    project.write("pnpm-lock.yaml", "lockfileVersion: '9.1'\n");
    expect(await project.start().exit).toBe(0);
    expect(project.installs()).toHaveLength(2);
  });

  it("says what to do when the installation fails, and tries again next time", async () => {
    project.write("script.mjs", "console.log('ran')");
    const failed = project.start({ env: { STUB_NPX_CODE: "7" } });
    expect(await failed.exit).toBe(7);
    expect(failed.output()).toContain(
      "Installing dependencies failed (exit code 7)",
    );
    expect(failed.output()).toContain("needs the network the first time");
    expect(failed.output()).not.toContain("ran");

    expect(await project.start().exit).toBe(0);
  });

  it("says so when there is no npx", async () => {
    const running = project.start({ env: { PATH: project.root } });
    expect(await running.exit).toBe(127);
    expect(running.output()).toContain(
      "Could not run npx, which comes with npm",
    );
  });
});

describe("running a script", () => {
  it("passes arguments on and puts the installed tools first in PATH", async () => {
    project.write(
      "script.mjs",
      "console.log(JSON.stringify([process.argv.slice(2), process.env.PATH.split(':').slice(0, 2), process.cwd()]))",
    );
    const running = project.start({
      args: ["script.mjs", "--only", "two words"],
    });
    expect(await running.exit).toBe(0);
    const [, line = ""] =
      running
        .output()
        .split(".\n")
        .slice(-1)[0]
        ?.match(/^(\[.*\])$/m) ?? [];
    expect(JSON.parse(line)).toEqual([
      ["--only", "two words"],
      [
        `${project.root}/node_modules/node/bin`,
        `${project.root}/node_modules/.bin`,
      ],
      project.root,
    ]);
  });

  it("ends with the script's exit code", async () => {
    project.write("script.mjs", "process.exit(42)");
    expect(await project.start().exit).toBe(42);
  });

  it("ends with 128 + n when signal n ended the script", async () => {
    project.write("script.mjs", "process.kill(process.pid, 'SIGKILL')");
    expect(await project.start().exit).toBe(137);
  });

  it("asks for a script when none is named", async () => {
    const running = project.start({ args: [] });
    expect(await running.exit).toBe(2);
    expect(running.output()).toContain("Say which script to run");
  });
});

describe("stopping", () => {
  beforeEach(() => project.write("script.mjs", SERVER));

  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "passes %s on and waits",
    async (signal) => {
      const running = project.start();
      await running.prints("serving");
      running.child.kill(signal);
      expect(await running.exit).toBe(0);
      expect(running.output()).toContain(`got ${signal}\nended`);
    },
  );

  it("takes a second signal within two seconds for the same one", async () => {
    const running = project.start();
    await running.prints("serving");
    running.child.kill("SIGINT");
    await running.prints("got SIGINT");
    running.child.kill("SIGINT");
    expect(await running.exit).toBe(0);
    expect(running.output().match(/got SIGINT/g)).toHaveLength(1);
  });

  it("ends the script when the shell above it dies without a word", async () => {
    const running = project.start({ belowShell: true });
    await running.prints("serving");
    running.child.kill("SIGKILL");
    // The pipe closes once the last process that holds it is gone.
    await running.exit;
    expect(running.output()).toContain("got SIGTERM\nended");
  });
});
