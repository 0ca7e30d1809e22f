import { queryOptions } from "@tanstack/react-query";
import { asAdministrator, askIdentity, asUser } from "./identity.ts";
import { dropPageTokens } from "./page-token.ts";
import { OFFERED_LIKE, type OfferedProvider } from "./provider-page.ts";

/** A provider as administrators set it up. */
interface KnownProvider extends OfferedProvider {
  readonly is_enabled: boolean;
  readonly callback_url: string;
  readonly scopes: readonly string[];
}

interface KnownProviders {
  readonly providers: readonly KnownProvider[];
  /** To be registered at a provider that an administrator adds, followed by its identifier. */
  readonly custom_callback_url: string;
  /** To be registered at the identity provider of a company. */
  readonly saml: { readonly entity_id: string; readonly acs_url: string; readonly slo_url: string };
}

export const providersQuery = queryOptions({
  queryKey: ["providers"],
  queryFn: ({ signal }) =>
    asAdministrator<KnownProviders>("admin/providers", {
      signal,
      like: { providers: [{ ...OFFERED_LIKE, callback_url: "", scopes: [""] }], custom_callback_url: "", saml: {} },
    }),
});

/** Where a browser goes to link an account to that of whoever is signed in; it comes back to the page it left. */
export async function linkAddress({ name }: OfferedProvider): Promise<string> {
  const query = { provider: name, skip_http_redirect: "true", redirect_to: location.origin + location.pathname };
  return (await asUser<{ readonly url: string }>("user/identities/authorize", { query, like: { url: "" } })).url;
}

export function unlink(identityId: string): Promise<void> {
  return asUser(`user/identities/${identityId}`, { method: "DELETE" });
}

/** Ends the session that came with a linked account: this browser has one already. */
export async function endSessionOf(accessToken: string): Promise<void> {
  dropPageTokens();
  await askIdentity("logout", { method: "POST", query: { scope: "local" }, bearer: accessToken });
}
