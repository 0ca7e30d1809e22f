import type { Identity } from "../identity.ts";
import type { RequestOrigin } from "../request-origin.ts";
import type { IdentitySettings } from "../settings.ts";
import type { AuthenticationKind } from "./mail-kinds.ts";
import { templateKey } from "./template-settings.ts";

/** What a link in a mail is for. */
export type LinkType = "signup" | "invite" | "recovery" | "magiclink" | "email_change";

export interface LinkTarget {
  readonly template: AuthenticationKind;
  readonly tokenHash: string;
  readonly type: LinkType;
  readonly redirectTo: string;
  readonly origin: RequestOrigin;
}

/**
 * The link that a mail carries. It begins with the configured address of this service; a host that a request named
 * counts only when the operator has listed it.
 *
 * @see threats: links of mails and the host header
 */
export function confirmationUrl(
  { settings, addresses }: Pick<Identity, "settings" | "addresses">,
  { template, tokenHash, type, redirectTo, origin }: LinkTarget,
): string {
  // Plain addresses stay readable; any other sign could end the parameter or be decoded once too often.
  const target = /^[A-Za-z0-9:/?._~-]*$/.test(redirectTo) ? redirectTo : encodeURIComponent(redirectTo);
  const base = listedHost(settings, addresses.externalUrl, origin) ?? addresses.externalUrl;
  const path = settings[templateKey(template, "url_path")] || "/verify";
  return `${base}${path}?token=${tokenHash}&type=${type}&redirect_to=${target}`;
}

/** The service under the host that a proxy has forwarded, if that is one of the operator's list. */
function listedHost(settings: IdentitySettings, externalUrl: string, { forwardedHost = "" }: RequestOrigin) {
  const host = forwardedHost.toLowerCase();
  const isListed = settings["auth.email.external_hosts"].some((listed) => {
    const name = listed.toLowerCase();
    return host === name || (!name.includes(":") && host.replace(/:\d+$/, "") === name);
  });
  if (!isListed) return undefined;
  const scheme = /^(localhost|127\.0\.0\.1|\[::1\])(:|$)/.test(host) ? "http" : "https";
  return `${scheme}://${host}${new URL(externalUrl).pathname.replace(/\/+$/, "")}`;
}
