import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isLoopbackHost,
  judgeOrigin,
  type AskingRequest,
  type OwnAddress,
} from "../../src/guards/origin-guard.ts";

const LOOPBACK: OwnAddress = {
  port: 4300,
  exposed: false,
  machineName: "desk",
  allowedOrigins: [],
};
const EXPOSED: OwnAddress = { ...LOOPBACK, exposed: true };
const PROXIED: OwnAddress = {
  ...LOOPBACK,
  allowedOrigins: ["https://studio.example.org", "http://127.0.0.1:5173"],
};

const asking = (overrides: Partial<AskingRequest>): AskingRequest => ({
  method: "POST",
  api: true,
  host: "127.0.0.1:4300",
  localAddress: "192.168.1.5",
  ...overrides,
});

const HOSTS: readonly [string, OwnAddress, boolean][] = [
  ["127.0.0.1:4300", LOOPBACK, true],
  ["localhost:4300", LOOPBACK, true],
  ["LOCALHOST:4300", LOOPBACK, true],
  ["[::1]:4300", LOOPBACK, true],
  ["", LOOPBACK, false],
  ["127.0.0.1", LOOPBACK, false],
  ["127.0.0.1:4301", LOOPBACK, false],
  ["127.0.0.1:04300", LOOPBACK, false],
  ["::1:4300", LOOPBACK, false],
  ["[::ffff:127.0.0.1]:4300", LOOPBACK, false],
  ["127.1:4300", LOOPBACK, false],
  ["2130706433:4300", LOOPBACK, false],
  ["localhost.:4300", LOOPBACK, false],
  ["foo.localhost:4300", LOOPBACK, false],
  ["192.168.1.5:4300", LOOPBACK, false],
  ["desk:4300", LOOPBACK, false],
  ["192.168.1.5:4300", EXPOSED, true],
  ["Desk:4300", EXPOSED, true],
  ["192.168.1.6:4300", EXPOSED, false],
  ["desk.evil.example:4300", EXPOSED, false],
  ["studio.example.org", PROXIED, true],
  ["studio.example.org:443", PROXIED, false],
  ["127.0.0.1:5173", PROXIED, true],
  ["evil.example", PROXIED, false],
];

describe("the host", () => {
  it.each(HOSTS)(
    "%s is judged against the server's own names",
    (host, own, allowed) => {
      expect(judgeOrigin(asking({ host }), own)).toBe(
        allowed ? "ok" : "HOST_NOT_ALLOWED",
      );
    },
  );

  it("of an IPv6 socket is written in brackets", () => {
    const request = asking({
      host: "[fe80::2]:4300",
      localAddress: "fe80::2%eth0",
    });
    expect(judgeOrigin(request, EXPOSED)).toBe("ok");
  });

  it("of an IPv4 client on a dual-stack socket is the plain address", () => {
    const request = asking({
      host: "192.168.1.5:4300",
      localAddress: "::ffff:192.168.1.5",
    });
    expect(judgeOrigin(request, EXPOSED)).toBe("ok");
  });

  it("carries no port where it is the default one", () => {
    expect(
      judgeOrigin(asking({ host: "localhost" }), { ...LOOPBACK, port: 80 }),
    ).toBe("ok");
    expect(isLoopbackHost("localhost", 80)).toBe(true);
  });

  it("is refused for any other text", () => {
    fc.assert(
      fc.property(fc.string(), (host) => {
        fc.pre(
          !["127.0.0.1:4300", "localhost:4300", "[::1]:4300"].includes(
            host.toLowerCase(),
          ),
        );
        expect(judgeOrigin(asking({ host }), LOOPBACK)).toBe(
          "HOST_NOT_ALLOWED",
        );
      }),
    );
  });
});

const ORIGINS: readonly [string, OwnAddress, boolean][] = [
  ["http://127.0.0.1:4300", LOOPBACK, true],
  ["https://127.0.0.1:4300", LOOPBACK, false],
  ["http://localhost:4300", LOOPBACK, false],
  ["http://127.0.0.1:9999", LOOPBACK, false],
  ["http://127.0.0.1", LOOPBACK, false],
  ["http://127.0.0.1:4300/", LOOPBACK, false],
  ["null", LOOPBACK, false],
  ["", LOOPBACK, false],
  ["file://", LOOPBACK, false],
  ["https://studio.example.org", PROXIED, true],
  ["http://studio.example.org", PROXIED, false],
  ["https://studio.example.org:8443", PROXIED, false],
  ["https://studio.example.org.evil.example", PROXIED, false],
  ["null", PROXIED, false],
];

describe("the origin", () => {
  it.each(ORIGINS)(
    "%s is the request's own or listed",
    (origin, own, allowed) => {
      expect(judgeOrigin(asking({ origin }), own)).toBe(
        allowed ? "ok" : "ORIGIN_NOT_ALLOWED",
      );
    },
  );

  it("equals a host that is written in other letters", () => {
    expect(
      judgeOrigin(
        asking({ host: "LocalHost:4300", origin: "http://localhost:4300" }),
        LOOPBACK,
      ),
    ).toBe("ok");
  });

  it("may be missing, as scripts send none", () => {
    expect(judgeOrigin(asking({}), LOOPBACK)).toBe("ok");
  });
});

const METADATA: readonly [Partial<AskingRequest>, OwnAddress, boolean][] = [
  [{ secFetchSite: "same-origin" }, LOOPBACK, true],
  [{ secFetchSite: "none" }, LOOPBACK, true],
  [{ secFetchSite: "same-site" }, LOOPBACK, false],
  [{ secFetchSite: "cross-site" }, LOOPBACK, false],
  [{ secFetchSite: "" }, LOOPBACK, false],
  [
    {
      secFetchSite: "cross-site",
      secFetchMode: "navigate",
      method: "GET",
      api: false,
    },
    LOOPBACK,
    true,
  ],
  [
    {
      secFetchSite: "cross-site",
      secFetchMode: "navigate",
      method: "GET",
      api: true,
    },
    LOOPBACK,
    false,
  ],
  [
    {
      secFetchSite: "cross-site",
      secFetchMode: "navigate",
      method: "POST",
      api: false,
    },
    LOOPBACK,
    false,
  ],
  [
    {
      secFetchSite: "cross-site",
      secFetchMode: "navigate",
      method: "HEAD",
      api: false,
    },
    LOOPBACK,
    false,
  ],
  [
    {
      secFetchSite: "cross-site",
      secFetchMode: "no-cors",
      method: "GET",
      api: false,
    },
    LOOPBACK,
    false,
  ],
  [
    { secFetchSite: "cross-site", origin: "https://studio.example.org" },
    PROXIED,
    true,
  ],
  [{ secFetchSite: "same-site" }, PROXIED, false],
];

describe("what the browser says about the page that asks", () => {
  it.each(METADATA)("%o is weighed", (request, own, allowed) => {
    expect(judgeOrigin(asking(request), own)).toBe(
      allowed ? "ok" : "ORIGIN_NOT_ALLOWED",
    );
  });
});
