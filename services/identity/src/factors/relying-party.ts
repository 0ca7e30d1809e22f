import type { Identity } from "../identity.ts";

/** Who asks for credentials, in the words of WebAuthn. */
export interface RelyingParty {
  readonly id: string;
  readonly name: string;
  /** Pages that may ask; a credential made or used on any other is refused. */
  readonly origins: string[];
}

/** The relying party of the settings; never what a request says it is. */
export function relyingParty({ settings, addresses }: Pick<Identity, "settings" | "addresses">): RelyingParty {
  const site = new URL(addresses.siteUrl);
  const origins = settings["auth.webauthn.rp_origins"];
  return {
    id: settings["auth.webauthn.rp_id"] || site.hostname,
    name: settings["auth.webauthn.rp_display_name"],
    origins:
      origins.length > 0 ? origins.map(normalOrigin) : [...new Set([site.origin, new URL(addresses.publicUrl).origin])],
  };
}

/** Returns an origin as browsers write it: lower case, without the default port, spaces or a trailing slash. */
function normalOrigin(text: string): string {
  const origin = URL.parse(text.trim())?.origin;
  return origin === undefined || origin === "null" ? text.trim() : origin;
}
