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

/**
 * The IP address that a proxy wrote into a header, without quotes, brackets and port: `198.51.100.21:40001`,
 * `"[2001:db8::1]:443"`.
 *
 * @returns in the form of {@link plainAddress}; empty for what is not an address, such as `unknown` or `_hidden`
 * @see RFC 7239, section 6
 */
export function forwardedAddress(text: string): string {
  const node = text.trim().replace(/^"(.*)"$/, "$1");
  const [, bracketed] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(node) ?? [];
  return plainAddress(bracketed ?? node.replace(/^([^:]*):\d{1,5}$/, "$1"));
}
