/** What the guard of model addresses asks the machine: where a name leads, and which addresses are its own. */

export interface HostResolver {
  /**
   * Every address of a name as text, IPv4 and IPv6. Rejects like `dns.lookup`, with `code` `ENOTFOUND` where there is no
   * such name. May stop when `signal` aborts; nobody waits for it longer.
   */
  resolve(name: string, signal: AbortSignal): Promise<readonly string[]>;
  /** The addresses of this machine's interfaces at this moment. */
  ownAddresses(): readonly string[];
}
