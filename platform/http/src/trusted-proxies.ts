import { SettingsError, type SettingsOf } from "@vedette/settings";
import ipaddr from "ipaddr.js";
import type { App } from "./app.ts";
import { isLoopbackName } from "./host.ts";
import { forwardedAddress } from "./plain-address.ts";
import type { httpSettings } from "./settings.ts";

const LOOPBACK = ["127.0.0.0/8", "::1/128"] as const;

/**
 * Whose forwarded headers are believed: what the operator says; else a proxy on this machine where only such a one can
 * reach the server; else nobody.
 *
 * @throws SettingsError for an entry that is neither an address nor a network
 */
export function trustedProxiesOf(settings: SettingsOf<typeof httpSettings>): readonly string[] {
  const listed = settings["server.trusted_proxies"];
  const faults = listed
    .filter((entry) => !ipaddr.isValid(entry) && !ipaddr.isValidCIDR(entry))
    .map((entry) => ({
      origin: "file" as const,
      message: `server.trusted_proxies (VEDETTE_TRUSTED_PROXIES) names "${entry}", which is neither an address nor a network such as 10.0.0.0/8`,
    }));
  if (faults.length > 0) throw new SettingsError(faults);
  return listed.length === 0 && isLoopbackName(settings["server.host"]) ? LOOPBACK : listed;
}

/**
 * Leaves only valid addresses in `X-Forwarded-For`: everything that reads the client's address from there uses it as a key
 * of limits or stores it. Without a valid address the client is the peer of the socket. Some gateways name the client in
 * a header of their own; the senders that are trusted for one are trusted for the other.
 */
export function readForwardedHeaders(app: App, settings: SettingsOf<typeof httpSettings>): void {
  app.addHook("onRequest", async ({ headers }) => {
    const gateway = settings["security.sb_forwarded_for_enabled"] ? headers["sb-forwarded-for"] : undefined;
    const client = forwardedAddress(String(gateway ?? "").split(",", 1)[0] ?? "");
    const addresses = client === "" ? validTail(String(headers["x-forwarded-for"] ?? "")) : [client];
    if (addresses.length === 0) delete headers["x-forwarded-for"];
    else headers["x-forwarded-for"] = addresses.join(", ");
  });
}

/** The addresses behind the last entry that is not one: each proxy adds its peer at the end. */
function validTail(list: string): string[] {
  const addresses = list.split(",").map(forwardedAddress);
  return addresses.slice(addresses.lastIndexOf("") + 1);
}
