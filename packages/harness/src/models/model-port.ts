/** Ports that a model service is not expected on. */

/** No fetch opens these; the list of the Fetch standard, and 0. */
const CLOSED: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77,
  79, 87, 95, 101, 102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135,
  137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531,
  532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720,
  1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668,
  6669, 6679, 6697, 10080,
]);
/** Data stores, message brokers, remote desktops and the control planes of containers. */
const TOOLS: ReadonlySet<number> = new Set([
  1080, 1433, 1434, 1521, 2181, 2375, 2376, 2379, 2380, 3128, 3268, 3269, 3306,
  3389, 4369, 5432, 5439, 5601, 5671, 5672, 5900, 5984, 5985, 5986, 6379, 6380,
  6443, 7474, 7687, 8086, 8983, 9042, 9092, 9160, 9200, 9300, 10250, 10255,
  11211, 15672, 25672, 26257, 26379, 27017, 27018, 27019, 28015, 28017, 50070,
]);
const FIRST_UNPRIVILEGED = 1024;
const HTTPS = 443;

/** `listed`: only for an origin that the operator lists. `never`: not even then. */
export function judgePort(port: number): "open" | "listed" | "never" {
  if (CLOSED.has(port)) return "never";
  const isExpected =
    port === HTTPS || (port >= FIRST_UNPRIVILEGED && !TOOLS.has(port));
  return isExpected ? "open" : "listed";
}
