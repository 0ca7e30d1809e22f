import { createHash } from "node:crypto";
import { isIPv4, isIPv6 } from "node:net";

/**
 * Identifies the device and network that a session was started from: the user agent without its version numbers, and
 * the address's /16 (IPv4) or /32 (IPv6). Updates of a browser and a new lease of an address are not a new device.
 *
 * @param userId - part of the digest, so that it says nothing about other users
 * @returns SHA-256
 */
export function deviceOf(userId: string, { userAgent, ipAddress }: { userAgent: string; ipAddress: string }): Buffer {
  const program = userAgent.replace(/[\d._]+/g, "");
  return createHash("sha256")
    .update(JSON.stringify([userId, program, networkOf(ipAddress)]))
    .digest();
}

function networkOf(address: string): string {
  if (isIPv4(address)) return address.split(".").slice(0, 2).join(".");
  return isIPv6(address) ? address.split(":").slice(0, 2).join(":") : "";
}
