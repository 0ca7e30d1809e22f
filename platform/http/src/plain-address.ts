import { isIP } from "node:net";

/**
 * The address that a request came from, as it is kept and compared.
 *
 * @param text - as the socket or the proxy in front has it
 * @returns IPv4 as such, also where a socket of both families has it inside an IPv6 address (RFC 4291, section 2.5.5.2);
 * IPv6 without its zone; empty for what is no address
 */
export function plainAddress(text: string): string {
  const address = text.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
  return isIP(address) === 0 ? "" : address;
}
