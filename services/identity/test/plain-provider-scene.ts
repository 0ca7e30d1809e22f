import type { onEachStore } from "@vedette/database/testing";
import { expect } from "vitest";
import { openBrowser } from "./browser-walk.ts";
import { type IdentityServer, type ServerOptions, SITE, startIdentity } from "./identity-server.ts";
import { startPlainOAuthProvider } from "./plain-oauth-provider.ts";
import { adminOf, clientOf } from "./published-client-of.ts";

type Open = Parameters<Parameters<typeof onEachStore>[1]>[0];

/** A service and a provider whose responses the test sets. */
export async function aScene(
  open: Open,
  settings: (url: string) => NonNullable<ServerOptions["settings"]> = () => ({}),
) {
  const provider = await startPlainOAuthProvider();
  const server = await startIdentity(open, {
    settings: settings(provider.url),
    allowedHosts: [new URL(provider.url).host],
  });
  return { server, provider };
}

/** A service with a custom OAuth 2.0 provider. */
export async function aCustomScene(open: Open, fields: object = {}) {
  const { server, provider } = await aScene(open);
  const { error } = await adminOf(server).customProviders.createProvider({
    provider_type: "oauth2",
    identifier: "custom:acme",
    name: "Acme",
    client_id: "watch-room",
    client_secret: "a secret",
    authorization_url: `${provider.url}/authorize`,
    token_url: `${provider.url}/token`,
    userinfo_url: `${provider.url}/userinfo`,
    ...fields,
  });
  expect(error).toBeNull();
  return { server, provider };
}

/** Signs in through a provider in a browser. */
export async function enter(server: IdentityServer, provider: string) {
  const { auth } = clientOf(server);
  const redirect = encodeURIComponent(`${SITE}/welcome`);
  const start = `${server.url}/auth/v1/authorize?provider=${provider}&redirect_to=${redirect}`;
  const { fragment } = await openBrowser(SITE).open(start);
  const { data } = await auth.getUser(fragment.get("access_token") ?? "none");
  return { user: data.user, errorCode: fragment.get("error_code") };
}
