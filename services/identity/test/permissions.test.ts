import { onEachStore } from "@vedette/database/testing";
import { SignJWT } from "jose";
import { expect, it } from "vitest";
import { aUser, call, type Reply, signIn } from "./call.ts";
import { type IdentityServer, startIdentity } from "./identity-server.ts";

const WHO = ["nobody", "publishable-key", "user", "program", "directory", "admin-jwt", "secret-key"] as const;
type Who = (typeof WHO)[number];

const TOKEN = "directory-token-directory-token-1";
const SECRET = "a shared secret of thirty-two bytes, or more";
const ID = "30000000-0000-4000-8000-00000000000c";

/** Who may use which routes; everybody else is refused. A route that is not here fails. */
const TABLE: readonly { readonly who: readonly Who[]; readonly routes: readonly string[] }[] = [
  {
    who: WHO,
    routes: [
      "GET /.well-known/jwks.json",
      "GET /.well-known/oauth-authorization-server",
      "GET /.well-known/openid-configuration",
      "GET /authorize",
      "POST /authorize",
      "GET /callback",
      "GET /provider-callback/:identifier",
      "POST /callback",
      "GET /captcha",
      "GET /health",
      "POST /magiclink",
      "GET /oauth/authorize",
      "POST /oauth/authorize",
      "POST /oauth/clients/register",
      "POST /oauth/introspect",
      "POST /oauth/revoke",
      "POST /oauth/token",
      "POST /otp",
      "POST /passkeys/authentication/options",
      "POST /passkeys/authentication/verify",
      "POST /recover",
      "POST /resend",
      "GET /scim/v2/ResourceTypes",
      "GET /scim/v2/Schemas",
      "GET /scim/v2/ServiceProviderConfig",
      "GET /settings",
      "POST /signup",
      "POST /sso",
      "GET /sso/oidc/callback/:id",
      "GET /sso/oidc/start",
      "POST /sso/saml/acs",
      "GET /sso/saml/metadata",
      "GET /sso/saml/slo",
      "POST /sso/saml/slo",
      "GET /sso/saml/start",
      "POST /token",
      "GET /verify",
      "POST /verify",
      "POST /verify/link",
    ],
  },
  { who: ["user", "program"], routes: ["GET /user", "GET /oauth/userinfo", "POST /oauth/userinfo"] },
  {
    who: ["user"],
    routes: [
      "POST /factors",
      "DELETE /factors/:id",
      "POST /factors/:id/challenge",
      "POST /factors/:id/verify",
      "GET /factors/recovery-codes",
      "POST /factors/recovery-codes",
      "DELETE /factors/recovery-codes",
      "POST /factors/recovery-codes/regenerate",
      "POST /factors/recovery-codes/verify",
      "GET /oauth/authorizations/:id",
      "POST /oauth/authorizations/:id/consent",
      "GET /passkeys",
      "PATCH /passkeys/:id",
      "DELETE /passkeys/:id",
      "POST /passkeys/registration/options",
      "POST /passkeys/registration/verify",
      "GET /reauthenticate",
      "GET /sessions",
      "DELETE /sessions/:id",
      "PUT /user",
      "DELETE /user",
      "GET /user/identities/authorize",
      "GET /user/name",
      "PUT /user/name",
      "DELETE /user/identities/:id",
      "GET /user/oauth/grants",
      "DELETE /user/oauth/grants",
      "POST /logout",
      "POST /sso/logout",
    ],
  },
  {
    who: ["admin-jwt", "secret-key"],
    routes: [
      "GET /admin/audit",
      "GET /admin/audit/chain",
      "GET /admin/audit/export",
      "GET /admin/custom-providers",
      "POST /admin/custom-providers",
      "GET /admin/custom-providers/:identifier",
      "PUT /admin/custom-providers/:identifier",
      "DELETE /admin/custom-providers/:identifier",
      "GET /admin/dead-letters",
      "DELETE /admin/dead-letters/:id",
      "POST /admin/dead-letters/:id/retry",
      "POST /admin/generate_link",
      "GET /admin/hook-calls",
      "GET /admin/hooks",
      "POST /admin/hooks/:hook/try",
      "POST /admin/mail-server/try",
      "GET /admin/mail-templates",
      "GET /admin/mail-templates/:kind",
      "POST /admin/mail-templates/:kind/preview",
      "POST /admin/mail-templates/:kind/test",
      "GET /admin/oauth/clients",
      "POST /admin/oauth/clients",
      "GET /admin/oauth/clients/:id",
      "PUT /admin/oauth/clients/:id",
      "DELETE /admin/oauth/clients/:id",
      "POST /admin/oauth/clients/:id/regenerate_secret",
      "GET /admin/provider-trials/:id",
      "GET /admin/providers",
      "POST /admin/providers/:name/trials",
      "GET /admin/mail-server/domain",
      "GET /admin/rate-limits",
      "POST /admin/sms/try",
      "POST /admin/sso/metadata",
      "GET /admin/sso/providers",
      "POST /admin/sso/providers",
      "GET /admin/sso/providers/:id",
      "PUT /admin/sso/providers/:id",
      "DELETE /admin/sso/providers/:id",
      "GET /admin/users",
      "POST /admin/users",
      "GET /admin/users/:id",
      "PUT /admin/users/:id",
      "DELETE /admin/users/:id",
      "GET /admin/users/:id/factors",
      "PUT /admin/users/:id/factors/:part",
      "DELETE /admin/users/:id/factors/:part",
      "GET /admin/users/:id/name",
      "PUT /admin/users/:id/name",
      "GET /admin/users/:id/passkeys",
      "DELETE /admin/users/:id/passkeys/:part",
      "GET /admin/users/:id/sessions",
      "DELETE /admin/users/:id/sessions",
      "DELETE /admin/users/:id/sessions/:part",
      "POST /admin/users/:id/identities",
      "DELETE /admin/users/:id/identities/:part",
      "POST /invite",
    ],
  },
  { who: ["secret-key"], routes: ["GET /admin/users/export"] },
  {
    who: ["directory"],
    routes: [
      "GET /scim/v2/Users",
      "POST /scim/v2/Users",
      "GET /scim/v2/Users/:id",
      "PUT /scim/v2/Users/:id",
      "PATCH /scim/v2/Users/:id",
      "DELETE /scim/v2/Users/:id",
    ],
  },
];

onEachStore("every route", (open) => {
  it("is for those who may use it, and for nobody else", async () => {
    const server = await startIdentity(open, {
      settings: {
        "auth.jwt_secret": SECRET,
        "auth.oauth_server.enabled": true,
        "auth.passkey.enabled": true,
        "auth.saml.enabled": true,
        "auth.scim.enabled": true,
        "auth.scim.token": TOKEN,
      },
    });
    const bearers = await bearersOf(server);
    const rows = TABLE.flatMap(({ who, routes }) => routes.map((route) => ({ route, who })));
    expect(routesOf(server)).toEqual(rows.map(({ route }) => route).sort());

    for (const { route, who } of rows) {
      expect(await letInBy(server, route, bearers), route).toEqual(WHO.filter((caller) => who.includes(caller)));
    }
  });
});

type Bearers = Readonly<Record<Who, string | undefined>>;

/** What keeps the session of the user alive for the routes that come after. */
const QUERIES: Readonly<Record<string, string>> = { "POST /logout": "?scope=nowhere" };

async function letInBy(server: IdentityServer, route: string, bearers: Bearers): Promise<readonly Who[]> {
  const [method = "", path = ""] = route.split(" ", 2);
  const url = path.replace(/:\w+/g, ID) + (QUERIES[route] ?? "");
  const body = method === "GET" || method === "DELETE" ? {} : { body: {} };
  const found: Who[] = [];
  for (const [at, caller] of WHO.entries()) {
    const bearer = bearers[caller];
    const asking = { ...body, from: `203.0.113.${at}`, ...(bearer === undefined ? {} : { bearer }) };
    const reply = await call(server, `${method} ${url}` as "GET /", asking);
    expect(reply.status, `${route} by ${caller}: ${reply.text}`).toBeLessThan(500);
    if (!isRefused(reply)) found.push(caller);
  }
  return found;
}

/** Whether somebody was turned away because of who they are. */
function isRefused({ status, json }: Reply): boolean {
  // A program proves itself in a header of its own kind, which a bearer is not.
  if (json["error"] === "invalid_client") return false;
  const codes = ["no_authorization", "bad_jwt", "not_admin", "session_not_found"];
  return status === 401 || (status === 403 && codes.includes(String(json["error_code"])));
}

async function bearersOf(server: IdentityServer): Promise<Bearers> {
  await aUser(server);
  const other = await aUser(server, { email: "bob@example.com" });
  const [user, program] = [await signIn(server), await signIn(server, { email: "bob@example.com" })];
  // The second one's session is a program's.
  await server.db.query(
    `insert into auth.oauth_clients (id, registration_type, redirect_uris, grant_types, client_type, created_at, updated_at, token_endpoint_auth_method)
     values ($1, 'manual', 'https://app.example/', 'authorization_code', 'public', now(), now(), 'none')`,
    [ID],
  );
  await server.db.query("update auth.sessions set oauth_client_id = $1, scopes = 'email' where user_id = $2", [
    ID,
    other,
  ]);
  const administrator = await new SignJWT({ role: "service_role" })
    .setProtectedHeader({ alg: "HS256" })
    .setExpirationTime("1h")
    .sign(new TextEncoder().encode(SECRET));
  return {
    nobody: undefined,
    "publishable-key": server.publishableKey,
    user: user.accessToken,
    program: program.accessToken,
    directory: TOKEN,
    "admin-jwt": administrator,
    "secret-key": server.secretKey,
  };
}

/** The routes of the service, without its prefix. */
function routesOf({ app }: IdentityServer): string[] {
  const routes: string[] = [];
  const path: string[] = [];
  for (const line of app.printRoutes({ commonPrefix: false }).split("\n")) {
    const found = /^([│ ]*)(?:├──|└──) (\S*)(?: \(([A-Z, ]+)\))?$/.exec(line);
    if (found === null) continue;
    const [, indent = "", part = "", methods = ""] = found;
    path.length = indent.length / 4;
    path.push(part);
    const url = path.join("").replace(/(?<=.)\/$/, "");
    for (const method of methods.split(", ")) {
      if (method !== "HEAD" && url.startsWith("/auth/v1/")) routes.push(`${method} ${url.slice("/auth/v1".length)}`);
    }
  }
  return [...new Set(routes)].filter((route) => /^[A-Z]+ \/\S/.test(route) && !route.startsWith("OPTIONS")).sort();
}
