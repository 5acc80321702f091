/** What the disk refuses is told with a code that says so, and without a path of the machine. */
import { WorkspaceError } from "@agent-studio/harness";
import { describe, expect, it } from "vitest";
import { FakeSessions } from "../../src/testing/fake-sessions.ts";
import { startFakeApp } from "../../src/testing/test-app.ts";

const fromSystem = (code: string): Error =>
  Object.assign(new Error(`${code}: no, open '/secret/place'`), {
    code,
    syscall: "open",
    path: "/secret/place",
  });

class FailingSessions extends FakeSessions {
  readonly #failure: Error;
  constructor(failure: Error) {
    super();
    this.#failure = failure;
  }
  override async create(): Promise<never> {
    throw this.#failure;
  }
}

describe("a session that can't be made", () => {
  it.each([
    [503, "STORE_UNAVAILABLE", fromSystem("EROFS")],
    [503, "STORE_UNAVAILABLE", fromSystem("ENOSPC")],
    [
      503,
      "STORE_UNAVAILABLE",
      new WorkspaceError(
        "TOOL_FAILED",
        "The folder may not be used.",
        "EACCES",
      ),
    ],
    [500, "INTERNAL", fromSystem("ENOENT")],
    [500, "INTERNAL", new WorkspaceError("PATH_INVALID", "No.", "ENOTDIR")],
  ])("is answered with %i %s for %s", async (status, code, failure) => {
    const { app, viewer } = await startFakeApp({
      sessions: new FailingSessions(failure),
    });
    const someone = await viewer();
    const answer = await someone.request("POST", "/api/sessions", {});
    expect(answer).toMatchObject({ status, body: { error: { code } } });
    expect(JSON.stringify(answer.body)).not.toContain("/secret");
    await app.close();
  });
});
