import { describe, expect, it } from "vitest";
import { limitedAddress } from "../../src/viewers/client-address.ts";

describe("the address that limits count", () => {
  it.each([
    ["127.0.0.1", "127.0.0.1"],
    ["::ffff:192.168.1.5", "192.168.1.5"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8::6", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    [undefined, "unknown"],
  ])("of %s is %s", (remote, expected) => {
    expect(limitedAddress(remote)).toBe(expected);
  });
});
