/** The address that limits count: one for a machine, also where it owns a whole IPv6 network. */
export function limitedAddress(remoteAddress: string | undefined): string {
  const address = (remoteAddress ?? "unknown").split("%")[0] ?? "unknown";
  if (address.startsWith("::ffff:")) return address.slice("::ffff:".length);
  return address.includes(":")
    ? `${firstGroups(address).join(":")}::/64`
    : address;
}

function firstGroups(address: string): readonly string[] {
  const [head = "", tail = ""] = address.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === "" ? [] : tail.split(":");
  const gap = address.includes("::")
    ? new Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0")
    : [];
  return [...left, ...gap, ...right].slice(0, 4);
}
