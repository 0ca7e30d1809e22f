import ipaddr from "ipaddr.js";

/** Kinds of address that a call may reach without being on the operator's list. */
export type OutboundReach =
  /** Addresses that came from the network: public ones only. */
  | "public"
  /** Addresses that an administrator configured, such as data sources: private networks too. */
  | "private";

/** Ranges of ipaddr.js that a private reach adds to the public ones. */
const PRIVATE_RANGES = new Set(["private", "uniqueLocal"]);

/** An entry of `security.outbound.allowed_hosts`: a host, `host:port`, or a network. */
export interface AllowedHosts {
  allowsHost(host: string, port: number): boolean;
  allowsAddress(address: string): boolean;
}

export function readAllowedHosts(entries: readonly string[]): AllowedHosts {
  const names = new Set(entries.filter((entry) => !entry.includes("/")).map((entry) => entry.toLowerCase()));
  const networks = entries.filter((entry) => ipaddr.isValidCIDR(entry)).map((entry) => ipaddr.parseCIDR(entry));
  return {
    allowsHost: (host, port) => names.has(host.toLowerCase()) || names.has(`${host.toLowerCase()}:${port}`),
    allowsAddress: (address) => {
      const peer = ipaddr.process(address);
      return networks.some(([network, bits]) => network.kind() === peer.kind() && peer.match([network, bits]));
    },
  };
}

/**
 * Whether a call may go to this address. IPv4 addresses inside IPv6 ones (mapped, NAT64, 6to4, Teredo) are refused as
 * such: nobody reaches a public server through them.
 */
export function isReachable(address: string, reach: OutboundReach): boolean {
  if (!ipaddr.isValid(address)) return false;
  const range = ipaddr.process(address).range();
  return range === "unicast" || (reach === "private" && PRIVATE_RANGES.has(range));
}
