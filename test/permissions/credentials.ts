import { SignJWT } from "jose";
import { expect } from "vitest";
import type { TokenIssuer } from "../../services/identity/test/token-issuer.ts";
import { hashWallKey, newWallKey } from "../../services/resources/src/walls/wall-key.ts";
import { CALLERS, type CallerKind, type CallerName, CUSTOM_ACTIONS } from "./callers.ts";
import type { InProcessServer } from "./in-process-server.ts";

const PASSWORD = "correct horse battery";

/** Fixed by the environment of the test server. */
export const FIXED = {
  VEDETTE_SECRET_KEY: "vd_secret_0123456789abcdef0123456789abcdef",
  VEDETTE_PUBLISHABLE_KEY: "vd_publishable_0123456789abcdef0123456789abcdef",
  VEDETTE_JWT_SECRET: "a shared secret of thirty-two bytes, or more",
  VEDETTE_SCIM_TOKEN: "directory-token-directory-token-1",
} as const;

export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly bearer?: string | undefined;
  readonly cookie?: string | undefined;
  /** `Sec-Fetch-Site` of a request with a cookie. */
  readonly site?: string | undefined;
  readonly body?: object | undefined;
  readonly contentType?: string;
  readonly from?: string;
}

export async function send({ app, host }: InProcessServer, sent: Sent) {
  const {
    method,
    url,
    bearer,
    cookie,
    site = "same-origin",
    body,
    contentType = "application/json",
    from = "127.0.0.1",
  } = sent;
  return await app.inject({
    // `inject` knows the methods by name.
    method: method as "GET",
    url,
    remoteAddress: from,
    headers: {
      host,
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...(cookie === undefined ? {} : { cookie, "sec-fetch-site": site }),
      ...(body === undefined ? {} : { "content-type": contentType }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
}

export type Credentials = Pick<Sent, "bearer" | "cookie" | "site">;

/** Creates one caller of each kind. @returns the credentials of a kind; none for the anonymous one */
export async function createCallers(
  server: InProcessServer,
  issuer: TokenIssuer,
): Promise<(name: CallerName) => Credentials> {
  const secret = FIXED.VEDETTE_SECRET_KEY;
  const ask = async (method: string, url: string, body?: object, as: Partial<Sent> = { bearer: secret }) => {
    const answer = await send(server, { method, url, body, ...as });
    expect(answer.statusCode, `${method} ${url}: ${answer.body}`).toBeLessThan(300);
    return answer;
  };
  const addUser = async (name: string, role: string) => {
    const user = { email: `${name}@example.com`, password: PASSWORD };
    const { id } = (await ask("POST", "/auth/v1/admin/users", { ...user, email_confirm: true })).json();
    await ask("PATCH", `/api/org/users/${id}`, { role });
    return { id: String(id), ...user };
  };
  type User = Awaited<ReturnType<typeof addUser>>;
  const tokenOf = async ({ email, password }: User): Promise<string> =>
    (await ask("POST", "/auth/v1/token?grant_type=password", { email, password }, {})).json().access_token;
  const sign = (claims: Record<string, unknown>, expires: string | number) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: "HS256" })
      .setExpirationTime(expires)
      .sign(new TextEncoder().encode(FIXED.VEDETTE_JWT_SECRET));

  const admin = await addUser("admin", "Admin");
  const custom = await addUser("custom", "None");
  const permissions = CUSTOM_ACTIONS.map((action) => ({ action, scope: "*" }));
  await ask("POST", "/api/access-control/roles", { uid: "custom", name: "Custom", permissions });
  await ask("POST", `/api/access-control/users/${custom.id}/roles`, { roleUid: "custom" });
  const signIn = async ({ email, password }: User): Promise<string> => {
    const { headers } = await ask("POST", "/api/login", { email, password }, {});
    return String([headers["set-cookie"]].flat()[0]).split(";", 1)[0] ?? "";
  };
  const cookie = await signIn(admin);
  const narrowed = { name: "narrowed", permissions: [{ action: "roles:read" }] };
  const settingsToken = { name: "settings", permissions: [{ action: "identity.settings:write" }] };
  const robot = (await ask("POST", "/api/serviceaccounts", { name: "Admin robot", role: "Admin" })).json();
  const account = (await ask("POST", "/api/serviceaccounts", { name: "Robot", role: "Editor" })).json();

  const client = await addUser("client", "Admin");
  const oauth = await tokenOf(client);
  await makeClientSession(server, client.id);
  const revoked = await tokenOf(await addUser("revoked", "Admin"));
  await ask("POST", "/auth/v1/logout", undefined, { bearer: revoked });
  const bannedUser = await addUser("banned", "Admin");
  const banned = await tokenOf(bannedUser);
  await ask("PUT", `/auth/v1/admin/users/${bannedUser.id}`, { ban_duration: "24h" });

  const secrets: Readonly<Record<CallerName, string | undefined>> = {
    anonymous: undefined,
    publishable: FIXED.VEDETTE_PUBLISHABLE_KEY,
    secret,
    none: await tokenOf(await addUser("none", "None")),
    viewer: await tokenOf(await addUser("viewer", "Viewer")),
    editor: await tokenOf(await addUser("editor", "Editor")),
    admin: await tokenOf(admin),
    custom: await tokenOf(custom),
    serviceAccount: (await ask("POST", `/api/serviceaccounts/${account.id}/tokens`, { name: "one" })).json().key,
    narrowedToken: (await ask("POST", "/api/user/tokens", narrowed, { cookie })).json().key,
    personalToken: (await ask("POST", "/api/user/tokens", { name: "whole" }, { cookie })).json().key,
    settingsToken: (await ask("POST", "/api/user/tokens", settingsToken, { cookie })).json().key,
    adminServiceAccount: (await ask("POST", `/api/serviceaccounts/${robot.id}/tokens`, { name: "one" })).json().key,
    thirdParty: await issuer.token({ iss: "https://clerk.example.com" }),
    wall: await admitWall(server),
    administratorToken: (await ask("POST", "/api/login/administrator-token", undefined, { cookie })).json()
      .access_token,
    adminJwt: await sign({ role: "service_role" }, "1h"),
    oauth,
    scim: FIXED.VEDETTE_SCIM_TOKEN,
    expired: await sign({ sub: admin.id, aud: "authenticated", role: "authenticated" }, 1),
    revoked,
    banned,
    cookie: await signIn(admin),
    foreignCookie: await signIn(admin),
  };
  return (name) => {
    const { cookieFrom: site }: CallerKind = CALLERS[name];
    return site === undefined ? { bearer: secrets[name] } : { cookie: secrets[name], site };
  };
}

/** Makes the user's session one of an OAuth client. */
async function makeClientSession({ db }: InProcessServer, userId: string): Promise<void> {
  const clientId = "30000000-0000-4000-8000-00000000000c";
  await db.query(
    `insert into auth.oauth_clients (id, registration_type, redirect_uris, grant_types, client_type, created_at, updated_at, token_endpoint_auth_method)
     values ($1, 'manual', 'https://app.example/', 'authorization_code', 'public', now(), now(), 'none')`,
    [clientId],
  );
  const session = "update auth.sessions set oauth_client_id = $1, scopes = 'email' where user_id = $2";
  await db.query(session, [clientId, userId]);
}

/** A wall of a playlist that does not exist. */
async function admitWall({ db }: InProcessServer): Promise<string> {
  const key = newWallKey();
  await db.query(
    `insert into vedette.walls (key_hash, name, playlist, created_by, given_by, expires_at)
      values ($1, 'hall', 'lobby', 'test', 'api-key:secret-key', now() + interval '1 day')`,
    [hashWallKey(key)],
  );
  return key;
}
