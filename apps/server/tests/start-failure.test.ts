import { describe, expect, it } from "vitest";
import { explainStartFailure } from "../src/start-failure.ts";

const config = { host: "127.0.0.1", port: 4300, dataDir: "/data" };
const failure = (fields: object) => Object.assign(new Error("x"), fields);

describe("a server that can't start", () => {
  it.each([
    [
      { code: "EADDRINUSE", syscall: "listen" },
      "Port 4300 is in use; set PORT to another one, such as PORT=4301.",
    ],
    [
      { code: "EACCES", syscall: "listen" },
      "Port 4300 may not be used by this user; set PORT to one above 1023.",
    ],
    [
      { code: "EADDRNOTAVAIL", syscall: "listen" },
      "This machine can't listen on 127.0.0.1; set HOST to one of its addresses, such as HOST=127.0.0.1.",
    ],
    [
      { code: "ENOTFOUND", syscall: "getaddrinfo" },
      "This machine can't listen on 127.0.0.1; set HOST to one of its addresses, such as HOST=127.0.0.1.",
    ],
    [
      { code: "EACCES", syscall: "mkdir", path: "/data" },
      "The folder /data can't be used for data; set STUDIO_DATA_DIR to one that can.",
    ],
  ])(
    "says in one sentence which setting changes that: %o",
    (fields, sentence) => {
      expect(explainStartFailure(failure(fields), config)).toBe(sentence);
    },
  );

  it("says nothing about what no setting changes", () => {
    expect(explainStartFailure(new Error("x"), config)).toBeUndefined();
    expect(explainStartFailure("x", config)).toBeUndefined();
  });
});
