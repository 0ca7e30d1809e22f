import { expect } from "vitest";
import { call } from "./call.ts";
import { type IdentityServer, type ServerOptions, SITE, startIdentity } from "./identity-server.ts";
import { type PostForm, readForm, type SamlIdentityProvider } from "./saml-identity-provider.ts";

export const ENABLED = { "auth.saml.enabled": true, "auth.saml.rate_limit_assertion": 1000 } as const;
export const REDIRECT = `${SITE}/welcome`;

/** A service whose administrators may fetch from this identity provider. */
export async function startWith(
  open: Parameters<typeof startIdentity>[0],
  idp: SamlIdentityProvider,
  options: ServerOptions = {},
): Promise<IdentityServer> {
  return startIdentity(open, {
    allowedHosts: [idp.host],
    ...options,
    settings: { ...ENABLED, ...options.settings },
  });
}

export const administer = (server: IdentityServer, route: `${string} /${string}`, body?: unknown) =>
  call(server, route, { bearer: server.secretKey, ...(body === undefined ? {} : { body }) });

export async function addProvider(
  server: IdentityServer,
  idp: SamlIdentityProvider,
  fields: object = {},
): Promise<string> {
  const body = { type: "saml", metadata_url: idp.metadataUrl, domains: ["corp.example"], ...fields };
  const { json, status } = await administer(server, "POST /admin/sso/providers", body);
  expect(status, JSON.stringify(json)).toBe(201);
  return String(json["id"]);
}

/** The cookie of the one browser that is here, by service. */
export const cookies = new WeakMap<IdentityServer, string>();

/** Where the service sends a browser that wants to sign in. */
export async function begin(server: IdentityServer, fields: object = {}): Promise<string> {
  const body = { domain: "corp.example", redirect_to: REDIRECT, skip_http_redirect: true, ...fields };
  const { json, status } = await call(server, "POST /sso", { body });
  expect(status, JSON.stringify(json)).toBe(200);
  return goOn(server, String(json["url"]));
}

/** The browser comes, and is sent to the identity provider. */
export async function goOn(server: IdentityServer, url: string): Promise<string> {
  expect(url).toContain(`${server.url}/auth/v1/sso/saml/start?relay_state=`);
  const cookie = cookies.get(server);
  const sent = await fetch(url, { redirect: "manual", headers: cookie === undefined ? {} : { cookie } });
  expect(sent.status).toBe(302);
  cookies.set(server, sent.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "");
  return sent.headers.get("location") ?? "";
}

/** The browser posts what the identity provider gave it. */
export async function arrive(server: IdentityServer, { action, fields }: PostForm, cookie = cookies.get(server) ?? "") {
  expect(action).toBe(`${server.url}/auth/v1/sso/saml/acs`);
  const post = (form: Readonly<Record<string, string>>, more: Readonly<Record<string, string>>) =>
    call(server, "POST /sso/saml/acs", {
      text: new URLSearchParams(form).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded", ...more },
    });
  // With a form of another site the cookie does not come.
  const first = await post(fields, {});
  const again = first.status === 200 ? readForm(first.text) : undefined;
  const { status, headers } = again === undefined ? first : await post(again.fields, { cookie });
  const location = new URL(String(headers["location"]));
  return { status, location, tokens: new URLSearchParams(location.hash.slice(1)), query: location.searchParams };
}

export const signIn = async (server: IdentityServer, idp: SamlIdentityProvider, fields: object = {}) =>
  arrive(server, await idp.visit(await begin(server, fields)));
