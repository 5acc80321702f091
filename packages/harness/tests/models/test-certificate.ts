/** A certificate for host names of the tests, signed by itself and made anew each time, so that no key is kept. */
import { createSign, generateKeyPairSync } from "node:crypto";

export interface TestCertificate {
  readonly key: string;
  readonly cert: string;
}

const ECDSA_WITH_SHA256 = "06082a8648ce3d040302";
const COMMON_NAME = "0603550403";
const SUBJECT_ALT_NAME = "0603551d11";
const BASIC_CONSTRAINTS = "0603551d13";

/** For `names`, wildcards included; valid from 2000 to 2099. */
export function createTestCertificate(
  names: readonly string[],
): TestCertificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", {
    namedCurve: "P-256",
  });
  const algorithm = node(0x30, bytes(ECDSA_WITH_SHA256));
  const subject = node(
    0x30,
    node(0x31, node(0x30, bytes(COMMON_NAME), text(0x0c, "Tests"))),
  );
  const altNames = node(0x30, ...names.map((name) => text(0x82, name)));
  const isAuthority = node(0x30, bytes("0101ff"));
  const body = node(
    0x30,
    node(0xa0, bytes("020102")),
    bytes("020101"),
    algorithm,
    subject,
    node(0x30, text(0x17, "000101000000Z"), text(0x18, "20990101000000Z")),
    subject,
    publicKey.export({ type: "spki", format: "der" }),
    node(
      0xa3,
      node(
        0x30,
        node(0x30, bytes(SUBJECT_ALT_NAME), node(0x04, altNames)),
        node(0x30, bytes(BASIC_CONSTRAINTS), node(0x04, isAuthority)),
      ),
    ),
  );
  const signature = createSign("sha256").update(body).sign(privateKey);
  const cert = node(
    0x30,
    body,
    algorithm,
    node(0x03, Buffer.from([0]), signature),
  );
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${cert.toString("base64")}\n-----END CERTIFICATE-----\n`,
  };
}

/** One element of DER: tag, length, content. */
function node(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80
      ? [length]
      : length < 0x100
        ? [0x81, length]
        : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function text(tag: number, content: string): Buffer {
  return node(tag, Buffer.from(content, "latin1"));
}

function bytes(hex: string): Buffer {
  return Buffer.from(hex, "hex");
}
