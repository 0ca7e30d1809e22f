import { isIP } from "node:net";
import { SettingsError, type SettingsOf } from "@vedette/settings";
import ipaddr from "ipaddr.js";
import type { App } from "./app.ts";
import { isLoopbackName } from "./host.ts";
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

/** Some gateways name the client in a header of their own. Who may send it is who may send X-Forwarded-For. */
export function readOtherForwardedHeader(app: App, settings: SettingsOf<typeof httpSettings>): void {
  app.addHook("onRequest", async ({ headers }) => {
    const named = headers["sb-forwarded-for"];
    if (!settings["security.sb_forwarded_for_enabled"] || typeof named !== "string") return;
    const client = named.split(",", 1)[0]?.trim() ?? "";
    if (isIP(client) !== 0) headers["x-forwarded-for"] = client;
  });
}
