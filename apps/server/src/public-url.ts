import type { httpSettings } from "@vedette/http";
import type { SettingsOf } from "@vedette/settings";

/**
 * Where people reach the server, without a trailing slash.
 *
 * @param port - the one really listened on
 * @param publicPath - empty, or the path under which everything is served; a configured address has its own
 */
export function publicUrlOf(settings: SettingsOf<typeof httpSettings>, port: number, publicPath = ""): string {
  const configured = settings["server.public_url"].replace(/\/+$/, "");
  if (configured !== "") return configured;
  const [scheme, usualPort] = settings["server.tls.cert_file"] === "" ? ["http", 80] : ["https", 443];
  return `${scheme}://localhost${port === usualPort ? "" : `:${port}`}${publicPath}`;
}
