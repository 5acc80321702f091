/**
 * Which IP addresses are on the public internet. An allow rule: only global unicast space passes, minus the blocks of the
 * IANA special-purpose registries, so that a form nobody thought of is refused. The ranges of ipaddr.js are not used:
 * they count IPv4-compatible and unallocated space as unicast.
 */
import ipaddr from "ipaddr.js";
import { isIP } from "node:net";

/** `literal`: written in an address by a person. `dns`: the answer of a resolver, or the other end of a socket. */
export type AddressSource = "literal" | "dns";
export type AddressVerdict = "public" | "private" | "metadata" | "own";
/** Judges an IP address in text. Total: what is no address is `private`. */
export type AddressJudge = (
  address: string,
  source: AddressSource,
) => AddressVerdict;

type Cidr4 = readonly [ipaddr.IPv4, number];
type Cidr6 = readonly [ipaddr.IPv6, number];
const v4 = (cidr: string): Cidr4 => ipaddr.IPv4.parseCIDR(cidr);
const v6 = (cidr: string): Cidr6 => ipaddr.IPv6.parseCIDR(cidr);

/** Link-local space holds most metadata services; the others lie where a listed origin could reach them. */
const METADATA_4 = [
  "169.254.0.0/16",
  "100.100.100.200/32",
  "192.0.0.192/32",
  "168.63.129.16/32",
].map(v4);
const METADATA_6 = [
  "fe80::/10",
  "fd00:ec2::/32",
  "fd20:ce::/32",
  "fd00:42::42/128",
  "fd00:c1::a9fe:a9fe/128",
].map(v6);

const NOT_PUBLIC_4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/3",
].map(v4);

const GLOBAL_UNICAST_6 = v6("2000::/3");
const NOT_PUBLIC_6 = [
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "2620:4f:8000::/48",
  "3ffe::/16",
  "3fff::/20",
].map(v6);

const NAT64 = v6("64:ff9b::/96");
const NAT64_LOCAL = v6("64:ff9b:1::/48");
const SIX_TO_FOUR = v6("2002::/16");
const TEREDO = v6("2001::/32");
/** Compatible, mapped and translated forms, and NAT64: the IPv4 address is in the last four bytes. */
const LAST_FOUR_BYTES = [
  v6("::/96"),
  v6("::ffff:0:0/96"),
  v6("::ffff:0:0:0/96"),
  NAT64,
  NAT64_LOCAL,
];

/** What the registries say of an address; never `own`, which depends on the machine. */
export function judgeAddress(
  text: string,
  source: AddressSource,
): Exclude<AddressVerdict, "own"> {
  const address = parseAddress(text);
  if (address === undefined) return "private";
  if (address instanceof ipaddr.IPv4) return judge4(address);
  const embedded = embeddedIpv4(address);
  const isMetadata =
    isIn(address, METADATA_6) ||
    embedded.some((inner) => isIn(inner, METADATA_4));
  if (isMetadata) return "metadata";
  // A DNS64 resolver answers so for every host when the network has IPv6 only; nobody writes it by hand.
  if (source === "dns" && address.match(...NAT64))
    return embedded.every((inner) => judge4(inner) === "public")
      ? "public"
      : "private";
  const isPublic =
    address.match(...GLOBAL_UNICAST_6) &&
    !isIn(address, NOT_PUBLIC_6) &&
    !isIsatap(address);
  return isPublic ? "public" : "private";
}

/** Adds the addresses of this machine, asked for at each judgement: a public one must not lead back to the server. */
export function createAddressJudge(
  ownAddresses: () => readonly string[],
): AddressJudge {
  return (text, source) => {
    const verdict = judgeAddress(text, source);
    if (verdict !== "public") return verdict;
    const own = new Set(ownAddresses().flatMap(sameAddresses));
    return sameAddresses(text).some((spelling) => own.has(spelling))
      ? "own"
      : "public";
  };
}

/** Whether two texts are the same address, however they are spelled. False for what is no address. */
export function isSameAddress(left: string, right: string): boolean {
  const address = parseAddress(left)?.toNormalizedString();
  return (
    address !== undefined &&
    address === parseAddress(right)?.toNormalizedString()
  );
}

function judge4(address: ipaddr.IPv4): "public" | "private" | "metadata" {
  if (isIn(address, METADATA_4)) return "metadata";
  return isIn(address, NOT_PUBLIC_4) ? "private" : "public";
}

/** `net.isIP` takes dotted decimals only, where ipaddr.js also takes octal and short forms. Zones are no public addresses. */
function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (isIP(text) === 0 || text.includes("%")) return undefined;
  return ipaddr.parse(text);
}

function isIn<T extends ipaddr.IPv4 | ipaddr.IPv6>(
  address: T,
  blocks: readonly (readonly [T, number])[],
): boolean {
  return blocks.some(([base, bits]) => address.match(base, bits));
}

/** Every IPv4 address that the forms of transition would reach through this one. */
function embeddedIpv4(address: ipaddr.IPv6): readonly ipaddr.IPv4[] {
  const bytes = address.toByteArray();
  const inner = (...at: readonly number[]): ipaddr.IPv4 =>
    new ipaddr.IPv4(at.map((index) => bytes[index] ?? 0));
  const found: ipaddr.IPv4[] = [];
  if (isIn(address, LAST_FOUR_BYTES) || isIsatap(address))
    found.push(inner(12, 13, 14, 15));
  if (address.match(...NAT64_LOCAL)) found.push(inner(6, 7, 9, 10));
  if (address.match(...SIX_TO_FOUR)) found.push(inner(2, 3, 4, 5));
  if (address.match(...TEREDO)) {
    found.push(inner(4, 5, 6, 7));
    found.push(new ipaddr.IPv4(bytes.slice(12).map((byte) => byte ^ 0xff)));
  }
  return found;
}

/** An interface identifier of ISATAP, which tunnels to the IPv4 address in its last four bytes. */
function isIsatap(address: ipaddr.IPv6): boolean {
  const [high = 0, low = 0] = address.parts.slice(4, 6);
  return (high & 0xfdff) === 0 && low === 0x5efe;
}

function sameAddresses(text: string): readonly string[] {
  const address = parseAddress(text);
  if (address === undefined) return [];
  const inner = address instanceof ipaddr.IPv6 ? embeddedIpv4(address) : [];
  return [address, ...inner].map((one) => one.toNormalizedString());
}
