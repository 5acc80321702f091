/** Names that no resolver needs to be asked about: they mean this machine, an internal network or a metadata service. */

export type HostNameVerdict = "public" | "local" | "metadata" | "malformed";

const METADATA_NAMES = [
  "metadata",
  "metadata.google.internal",
  "metadata.goog",
  "metadata.tencentyun.com",
  "metadata.azure.internal",
  "metadata.packet.net",
  "metadata.platformequinix.com",
  "instance-data",
  "instance-data.ec2.internal",
  "api.metadata.cloud.ibm.com",
];

/** Special-use domains (RFC 6761 and after it), and top-level names that are kept for private use or never delegated. */
const LOCAL_DOMAINS = [
  "localhost",
  "localdomain",
  "localdomain4",
  "localdomain6",
  "localhost4",
  "localhost6",
  "local",
  "internal",
  "intranet",
  "private",
  "corp",
  "home",
  "lan",
  "mail",
  "workgroup",
  "arpa",
  "onion",
  "i2p",
  "alt",
  "test",
  "example",
  "invalid",
  "svc",
  "default",
  "cluster",
  "consul",
  "docker",
];

const NAME_CHARACTERS = 253;
const LABEL_CHARACTERS = 63;

/** Judges a host name as a URL parser gives it: lower case, ASCII, without the root dot. It must be no IP address. */
export function judgeHostName(name: string): HostNameVerdict {
  const labels = name.split(".");
  const isWellFormed =
    name.length <= NAME_CHARACTERS &&
    labels.every(
      (label) =>
        label.length <= LABEL_CHARACTERS && /^[a-z0-9_-]+$/.test(label),
    );
  if (!isWellFormed) return "malformed";
  if (METADATA_NAMES.some((known) => isWithin(name, known))) return "metadata";
  const isLocal =
    labels.length === 1 ||
    LOCAL_DOMAINS.some((domain) => isWithin(name, domain));
  return isLocal ? "local" : "public";
}

function isWithin(name: string, domain: string): boolean {
  return name === domain || name.endsWith(`.${domain}`);
}
