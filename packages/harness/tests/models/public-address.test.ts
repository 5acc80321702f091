import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createAddressJudge,
  isSameAddress,
  judgeAddress,
} from "../../src/models/public-address.ts";
import { validateBaseUrl } from "../../src/models/validate-base-url.ts";

type Octets = readonly [number, number, number, number];
const byte = fc.nat({ max: 255 });

/** Addresses of this machine, of private networks and of metadata services. */
const privateOctets: fc.Arbitrary<Octets> = fc.oneof(
  fc.tuple(fc.constantFrom(0, 10, 127), byte, byte, byte),
  fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
  fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
  fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
  fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), byte, byte),
  fc.tuple(fc.integer({ min: 224, max: 255 }), byte, byte, byte),
  fc.constant<Octets>([168, 63, 129, 16]),
);

const numberOf = (octets: Octets): number =>
  octets.reduce((sum, octet) => sum * 256 + octet, 0);
const hex = (value: number, digits = 0): string =>
  value.toString(16).padStart(digits, "0");

const DIGITS: readonly ((digit: string) => string)[] = [
  (digit) => digit,
  (digit) => String.fromCodePoint(0xff10 + Number(digit)),
  (digit) => String.fromCodePoint(0x1d7ce + Number(digit)),
  (digit) => `%3${digit}`,
];

/** Spellings that URL parsers take for one and the same IPv4 address. */
const spelling = (octets: Octets): fc.Arbitrary<string> => {
  const [a, b, c, d] = octets;
  const part = (value: number): fc.Arbitrary<string> =>
    fc.constantFrom(
      String(value),
      `0${value.toString(8)}`,
      `0x${hex(value)}`,
      `0X${hex(value, 4).toUpperCase()}`,
    );
  const dotted = fc.oneof(
    part(numberOf(octets)),
    fc
      .tuple(part(a), part((b * 256 + c) * 256 + d))
      .map((parts) => parts.join(".")),
    fc
      .tuple(part(a), part(b), part(c * 256 + d))
      .map((parts) => parts.join(".")),
    fc
      .tuple(part(a), part(b), part(c), part(d))
      .map((parts) => parts.join(".")),
  );
  return fc
    .tuple(
      dotted,
      fc.constantFrom(...DIGITS),
      fc.constantFrom(".", "\u3002", "\uff0e", "\uff61"),
      fc.constantFrom("", "."),
    )
    .map(
      ([text, digit, dot, root]) =>
        text.replace(/\d/g, digit).replaceAll(".", dot) + root,
    );
};

/** IPv6 forms that carry an IPv4 address to somewhere. */
const carriers = ([a, b, c, d]: Octets, high: string): readonly string[] => {
  const left = hex(a * 256 + b);
  const right = hex(c * 256 + d);
  const flipped = `${hex((a ^ 255) * 256 + (b ^ 255))}:${hex((c ^ 255) * 256 + (d ^ 255))}`;
  return [
    `::ffff:${a}.${b}.${c}.${d}`,
    `::FFFF:${left}:${right}`,
    `::${left}:${right}`,
    `::ffff:0:${left}:${right}`,
    `64:ff9b::${left}:${right}`,
    `64:ff9b:1:${left}:${hex(c)}:${hex(d * 256)}::`,
    `64:ff9b:1:${high}::${left}:${right}`,
    `2002:${left}:${right}::${high}`,
    `2001:0:${high}:0:8000:63bf:${flipped}`,
    `2a00:${high}::5efe:${left}:${right}`,
  ];
};

describe("judgeAddress", () => {
  it("lets no private IPv4 address through a URL, however it is spelled", () => {
    const cases = privateOctets.chain((octets) => spelling(octets));
    fc.assert(
      fc.property(cases, (host) => {
        const decision = validateBaseUrl(
          `https://${host}/v1`,
          "openai-completions",
          { allowedOrigins: [] },
        );
        expect(decision.ok).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  it("lets no private IPv4 address through inside an IPv6 address, written or resolved", () => {
    fc.assert(
      fc.property(privateOctets, fc.nat({ max: 0xffff }), (octets, high) => {
        for (const address of carriers(octets, hex(high))) {
          expect(judgeAddress(address, "literal")).not.toBe("public");
          expect(judgeAddress(address, "dns")).not.toBe("public");
        }
      }),
      { numRuns: 500 },
    );
  });

  it("lets no IPv6 address outside global unicast through, but what DNS64 makes of a public IPv4 address", () => {
    const parts = fc.array(fc.nat({ max: 0xffff }), {
      minLength: 8,
      maxLength: 8,
    });
    fc.assert(
      fc.property(parts, (words) => {
        const address = words.map((word) => hex(word)).join(":");
        const isGlobal = (words[0] ?? 0) >> 13 === 1;
        if (!isGlobal) expect(judgeAddress(address, "dns")).not.toBe("public");
      }),
    );
    expect(judgeAddress("64:ff9b::5db8:d70e", "dns")).toBe("public");
    expect(judgeAddress("64:ff9b::5db8:d70e", "literal")).toBe("private");
    expect(judgeAddress("64:ff9b::a00:1", "dns")).toBe("private");
    expect(judgeAddress("64:ff9b::a9fe:a9fe", "dns")).toBe("metadata");
  });

  it.each([
    "9.255.255.255",
    "11.0.0.0",
    "172.15.255.255",
    "192.0.1.0",
    "192.88.98.1",
    "198.17.255.255",
    "203.0.114.0",
    "223.255.255.255",
    "2001:200::1",
    "2003::1",
    "2606:4700:4700::1111",
    "3ffd::1",
  ])("lets %s through, next to a block that is refused", (address) => {
    expect(judgeAddress(address, "literal")).toBe("public");
  });

  it.each([
    "",
    "1.1.1",
    "01.1.1.1",
    "1.1.1.1.",
    "0x1.1.1.1",
    "2606:4700:4700::1111%eth0",
    "[2606:4700::1]",
    "localhost",
    "1.1.1.1:443",
  ])("takes %j for no public address", (text) => {
    expect(judgeAddress(text, "dns")).toBe("private");
  });
});

describe("createAddressJudge", () => {
  it("refuses the addresses of the machine in every form, as they are at that moment", () => {
    let own: readonly string[] = [];
    const judge = createAddressJudge(() => own);

    expect(judge("93.184.216.99", "dns")).toBe("public");
    own = ["93.184.216.99", "2606:4700:0::99"];
    expect(judge("93.184.216.99", "dns")).toBe("own");
    expect(judge("64:ff9b::5db8:d863", "dns")).toBe("own");
    expect(judge("2606:4700:0:0::0099", "literal")).toBe("own");
    expect(judge("93.184.216.98", "dns")).toBe("public");
  });
});

describe("isSameAddress", () => {
  it("compares what is meant, not what is written", () => {
    expect(isSameAddress("2606:4700::1", "2606:4700:0:0::0001")).toBe(true);
    expect(isSameAddress("1.1.1.1", "1.0.0.1")).toBe(false);
    expect(isSameAddress("nonsense", "nonsense")).toBe(false);
  });
});
