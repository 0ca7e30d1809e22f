import type { httpSettings } from "@vedette/http";
import type { SettingsOf } from "@vedette/settings";

/** Where people reach the server, without a trailing slash; `port` is the one really listened on. */
export function publicUrlOf(settings: SettingsOf<typeof httpSettings>, port: number): string {
  const configured = settings["server.public_url"].replace(/\/+$/, "");
  if (configured !== "") return configured;
  return `http://localhost${port === 80 ? "" : `:${port}`}`;
}
