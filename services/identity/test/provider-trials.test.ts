import { onEachStore } from "@vedette/database/testing";
import { expect, it } from "vitest";
import { type BrowserWalk, openBrowser } from "./browser-walk.ts";
import { aUser, call } from "./call.ts";
import { type IdentityServer, type ServerOptions, SITE, startIdentity } from "./identity-server.ts";
import { type Accounts, type OpenIdProvider, startOpenIdProvider } from "./openid-provider.ts";
import { adminOf, signedIn } from "./published-client-of.ts";

type Open = Parameters<Parameters<typeof onEachStore>[1]>[0];

interface Step {
  readonly name: string;
  readonly state: string;
  readonly code?: string;
  readonly reason?: string;
  readonly details: Readonly<Record<string, unknown>>;
}

interface Scene {
  readonly server: IdentityServer;
  readonly provider: OpenIdProvider;
}

/** A provider that is set up and not switched on yet. */
async function aScene(
  open: Open,
  { accounts, ...options }: ServerOptions & { accounts?: Accounts } = {},
): Promise<Scene> {
  const provider = await startOpenIdProvider(accounts);
  const server = await startIdentity(open, {
    ...options,
    allowedHosts: [new URL(provider.issuer).host],
    settings: {
      "auth.external.keycloak.client_id": provider.clientId,
      "auth.external.keycloak.secret": provider.secret,
      "auth.external.keycloak.url": provider.issuer,
      ...options.settings,
    },
  });
  const callback = `${server.url}/auth/v1/callback`;
  await provider.serve(callback, `${server.url}/auth/v1/provider-callback/custom:acme`);
  return { server, provider };
}

/** Presses the button, as the page of an administrator does. */
async function begin({ url, secretKey }: IdentityServer, browser: BrowserWalk, provider = "keycloak") {
  const answer = await browser.call(`${url}/auth/v1/admin/providers/${provider}/trials`, {
    method: "POST",
    headers: { authorization: `Bearer ${secretKey}`, "content-type": "application/json" },
    body: JSON.stringify({ redirect_to: `${SITE}/access/providers/${provider}` }),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as { url?: string; is_finished: boolean; steps: readonly Step[] };
}

/** Goes to the provider and back, and reads what came of each step. */
async function tryAs(server: IdentityServer, person: string, provider?: string): Promise<readonly Step[]> {
  const browser = openBrowser(SITE);
  const { url = "" } = await begin(server, browser, provider);
  const { query, fragment } = await browser.open(`${url}&login_hint=${person}`);
  expect([...fragment]).toEqual([]);
  const { json } = await call(server, `GET /admin/provider-trials/${query.get("trial")}`, { bearer: server.secretKey });
  expect(json["is_finished"]).toBe(true);
  return json["steps"] as readonly Step[];
}

const statesOf = (steps: readonly Step[]) => Object.fromEntries(steps.map(({ name, state }) => [name, state]));
const WORKED = {
  set_up: "ok",
  authorization: "ok",
  callback: "ok",
  token: "ok",
  id_token: "ok",
  profile: "ok",
  mapping: "ok",
  account: "ok",
};
const countUsers = async ({ db }: IdentityServer) =>
  (
    await db.query(
      "select (select count(*) from auth.users) as users, (select count(*) from auth.sessions) as sessions",
    )
  ).rows;

onEachStore("a sign-in that an administrator tries out", (open) => {
  it("shows what comes of each step before the provider is on, and makes nobody a user", async () => {
    const { server, provider } = await aScene(open);

    const steps = await tryAs(server, "ada");

    expect(statesOf(steps)).toEqual(WORKED);
    const details = Object.fromEntries(steps.map((step) => [step.name, step.details]));
    expect(details).toMatchObject({
      set_up: { client_id: provider.clientId, has_secret: true, callback_url: `${server.url}/auth/v1/callback` },
      authorization: { parameters: { scope: "openid profile email", code_challenge_method: "S256", state: "…" } },
      token: { tokens: ["access_token", "refresh_token", "id_token"] },
      mapping: { subject: "ada", emails: [{ address: "ada@example.com", isVerified: true }] },
      account: { decision: "create", needs_confirmation: false },
    });
    expect(await countUsers(server)).toEqual([{ users: "0", sessions: "0" }]);
    expect(JSON.stringify(steps)).not.toContain(provider.secret);
    expect((await server.db.query("select 1 from auth.flow_state")).rows).toEqual([]);
    expect((await call(server, "GET /authorize?provider=keycloak")).status).toBe(400);
  });

  it("foresees whose user it would be, and what people would be refused with", async () => {
    const { server } = await aScene(open, {
      accounts: {
        ada: { email: "ada@example.com", email_verified: true },
        eve: { email: "ada@example.com", email_verified: false },
        bob: { email: "bob@example.com", email_verified: false },
        shy: { name: "Somebody" },
      },
    });
    await aUser(server);

    const outcomes = new Map<string, unknown>();
    for (const person of ["ada", "eve", "bob", "shy"]) {
      const account = (await tryAs(server, person)).at(-1);
      outcomes.set(person, account?.state === "ok" ? account.details : account?.code);
    }

    expect(Object.fromEntries(outcomes)).toEqual({
      ada: { decision: "link", user: "ada@example.com" },
      eve: "account_not_linked",
      bob: { decision: "create", needs_confirmation: true },
      shy: "email_not_found",
    });
    const { rows } = await server.db.query("select provider from auth.identities");
    expect(rows).toEqual([{ provider: "email" }]);
  });

  it("says at which step a wrong secret shows, and keeps it to itself", async () => {
    const { server } = await aScene(open, { settings: { "auth.external.keycloak.secret": "quite another secret" } });

    const steps = await tryAs(server, "ada");

    expect(statesOf(steps)).toEqual({
      ...WORKED,
      token: "failed",
      id_token: "open",
      profile: "open",
      mapping: "open",
      account: "open",
    });
    expect(steps.find(({ name }) => name === "token")?.reason).toContain("invalid_client");
    expect(JSON.stringify(steps)).not.toContain("quite another secret");
  });

  it("ends at once where nothing is set up, or the provider is down", async () => {
    const { server, provider } = await aScene(open);

    const { url, is_finished, steps } = await begin(server, openBrowser(SITE), "github");
    expect([url, is_finished]).toEqual([undefined, true]);
    expect(steps[0]).toMatchObject({ name: "set_up", state: "failed", reason: expect.stringContaining("client ID") });

    await adminOf(server).customProviders.createProvider({
      provider_type: "oidc",
      identifier: "custom:acme",
      name: "Acme",
      client_id: provider.clientId,
      client_secret: provider.secret,
      issuer: provider.issuer,
      enabled: false,
    });
    expect(statesOf(await tryAs(server, "ada", "custom:acme"))).toEqual(WORKED);
  });

  it("shows what a provider says instead of a code", async () => {
    const { server } = await aScene(open);
    const browser = openBrowser(SITE);
    const { url = "" } = await begin(server, browser);

    const { query } = await browser.open(`${url}&prompt=none`);

    const { json } = await call(server, `GET /admin/provider-trials/${query.get("trial")}`, {
      bearer: server.secretKey,
    });
    const callback = (json["steps"] as readonly (Step & { said?: string })[]).find(({ name }) => name === "callback");
    expect(callback).toMatchObject({ state: "failed", said: expect.stringContaining("login_required") });
  });

  it("is an administrator's alone, in the browser in which it began", async () => {
    const { server } = await aScene(open);
    const { session } = await signedIn(server);
    const path = "/admin/providers/keycloak/trials";

    expect((await call(server, `POST ${path}`, { body: {} })).status).toBe(401);
    expect((await call(server, `POST ${path}`, { body: {}, bearer: session.access_token })).status).toBe(403);
    const trial = crypto.randomUUID();
    for (const bearer of [session.access_token, server.publishableKey]) {
      expect((await call(server, `GET /admin/provider-trials/${trial}`, { bearer })).status).toBe(403);
    }
    expect((await call(server, `GET /admin/provider-trials/${trial}`, { bearer: server.secretKey })).status).toBe(404);
    const { url = "" } = await begin(server, openBrowser(SITE));
    const { query } = await openBrowser(SITE).open(`${url}&login_hint=ada`);
    expect(query.get("error_code")).toBe("bad_oauth_state");
  });
});
