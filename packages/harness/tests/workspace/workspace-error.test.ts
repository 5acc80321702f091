import { describe, expect, it } from "vitest";
import {
  describeFileFailure,
  WorkspaceError,
} from "../../src/workspace/workspace-error.ts";

const failure = (code: string) =>
  Object.assign(new Error(`${code}: open '/srv/data/ws/a.txt'`), {
    code,
    path: "/srv/data/ws/a.txt",
  });

describe("describeFileFailure", () => {
  it.each([
    ["EACCES", "TOOL_FAILED"],
    ["ENOENT", "TOOL_FAILED"],
    ["ENOSPC", "TOOL_FAILED"],
    ["EIO", "TOOL_FAILED"],
    ["ELOOP", "SYMLINK_NOT_ALLOWED"],
    ["EISDIR", "NOT_A_REGULAR_FILE"],
    ["ENXIO", "NOT_A_REGULAR_FILE"],
    ["ENAMETOOLONG", "PATH_INVALID"],
  ])(
    "path-110: tells of %s as %s, without the machine's path",
    (systemCode, code) => {
      const described = describeFileFailure(failure(systemCode), "a.txt");
      expect(described).toMatchObject({
        code,
        systemCode,
        message: expect.stringMatching(/^"a\.txt" .*\.$/) as string,
      });
      expect(JSON.stringify(described) + String(described)).not.toContain(
        "/srv",
      );
      expect(described).not.toHaveProperty("cause");
    },
  );

  it("leaves bugs, aborts and refusals as they are", () => {
    const refusal = new WorkspaceError("PATH_INVALID", "No.");
    const abort = AbortSignal.abort().reason as unknown;
    const bug = new TypeError("x is not a function");
    const invalid = Object.assign(new TypeError("bad argument"), {
      code: "ERR_INVALID_ARG_TYPE",
    });
    for (const error of [refusal, abort, bug, invalid, "text", undefined])
      expect(describeFileFailure(error, "a.txt")).toBe(error);
  });
});
