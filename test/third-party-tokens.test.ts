import { createClient } from "@vedette/client";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { startTokenIssuer, type TokenIssuer } from "../services/identity/test/token-issuer.ts";
import { call } from "./call.ts";
import { addPerson, signIn } from "./people.ts";
import { type RunningVedette, runVedette, startVedette } from "./running-server.ts";

const DASHBOARDS = "/apis/dashboard.vedette.app/v1/namespaces/default/dashboards";
const WATCH = `${DASHBOARDS}?watch=true`;
/** Longer than the half minute after which whoever watches is asked for again. */
const WAIT = { timeout: 45_000 };
const QUERY = "/prometheus/api/v1/query?query=vector(1)";

let issuer: TokenIssuer;
/** One that the operator lets the server call. */
let listed: TokenIssuer;
let vedette: RunningVedette;
beforeAll(async () => {
  issuer = await startTokenIssuer("RS256");
  listed = await startTokenIssuer();
  vedette = await startVedette({
    env: {
      VEDETTE_THIRD_PARTY_CLERK_ENABLED: "true",
      VEDETTE_THIRD_PARTY_CLERK_DOMAIN: "clerk.example.com",
      VEDETTE_THIRD_PARTY_CLERK_JWKS_URL: issuer.jwksUrl,
      VEDETTE_RESOURCES_DEFAULT_ROLE: "Editor",
      VEDETTE_SECURITY_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:9,${listed.host}`,
    },
  });
});
afterAll(async () => {
  issuer.close();
  listed.close();
  await vedette.stop();
});

const tokenOf = (claims: Readonly<Record<string, unknown>> = {}) =>
  issuer.token({ iss: "https://clerk.example.com", ...claims });
/** A watch of the dashboards: what it has told so far, and whether it has ended. */
async function watchWith(bearer: string) {
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const { status, body } = await fetch(vedette.url + WATCH, {
    headers: { authorization: `Bearer ${bearer}` },
    signal: leaving.signal,
  });
  const seen = { status, text: "", hasEnded: false };
  const read = async () => {
    for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) seen.text += text;
    seen.hasEnded = true;
  };
  // Of a reader who leaves.
  void read().catch(() => {});
  return seen;
}
const statusOf = async (path: string, bearer: string) => (await call(`${vedette.url}${path}`, { bearer })).status;

describe("the token of another issuer", () => {
  it("opens the resource API, its watches, the metrics and the images alike [spec 1, Authentication]", async () => {
    const client = createClient(vedette.url, vedette.keys.publishable_key, {
      accessToken: () => tokenOf({ email: "grace@acme.example" }),
    });

    const made = await client.dashboards.create({ name: "by-grace", spec: { title: "By Grace", panels: [] } });
    const watching = await watchWith(await tokenOf());
    await vi.waitFor(() => expect(watching.text).toContain('"By Grace"'), WAIT);
    const saved = await client.dashboards.update({ ...made, spec: { ...made.spec, title: "Hers" } });
    const token = await tokenOf();
    const image = await call(`${vedette.url}${DASHBOARDS}/by-grace/image?width=200&height=100`, { bearer: token });
    const user = await call<{ login: string; uid: string }>(`${vedette.url}/api/user`, {
      bearer: await tokenOf({ email: "grace@acme.example" }),
    });

    await vi.waitFor(() => expect(watching.text).toMatch(/"MODIFIED".*"Hers"/), WAIT);
    expect([watching.status, watching.hasEnded]).toEqual([200, false]);
    expect(saved.metadata.annotations?.["vedette.app/createdBy"]).toBe(`user:${user.body.uid}`);
    expect(user.body.login).toBe("grace@acme.example");
    expect(await statusOf(QUERY, token)).toBe(200);
    expect([image.status, image.headers.get("content-type")]).toEqual([200, "image/png"]);
  });

  it("opens nothing without the role [spec 1, Authentication]", async () => {
    const token = await tokenOf({ role: undefined });

    expect(await statusOf(DASHBOARDS, token)).toBe(403);
    expect(await statusOf(`${DASHBOARDS}/by-grace/image`, token)).toBe(403);
    expect(await statusOf(WATCH, token)).toBe(403);
    expect(await statusOf(QUERY, token)).toBe(403);
    for (const path of [DASHBOARDS, WATCH, `${DASHBOARDS}/by-grace/image`, QUERY]) {
      expect(await statusOf(path, await tokenOf({ exp: 1 }))).toBe(401);
    }
  });

  it("brings its person into the teams of the groups that it names, by no other provider's name", async () => {
    const bearer = vedette.keys.secret_key;
    const team = await call<{ teamId: number }>(`${vedette.url}/api/teams`, { body: { name: "Ops" }, bearer });
    const add = (groupId: string) =>
      call(`${vedette.url}/api/teams/${team.body.teamId}/groups`, { body: { groupId }, bearer });
    const teamsOf = async (groups: unknown) =>
      (await call<{ name: string }[]>(`${vedette.url}/api/user/teams`, { bearer: await tokenOf({ groups }) })).body;

    await add("ops");
    await add("google/ops");
    expect(await teamsOf(["ops", "google/ops"])).toEqual([]);
    await add("third-party:clerk/Ops");
    expect(await teamsOf(["ops"])).toMatchObject([{ name: "Ops" }]);
    expect(await teamsOf(["others"])).toEqual([]);
    expect(await teamsOf({ ops: true })).toEqual([]);
  });

  it("leaves the sign-in of this service as it is", async () => {
    await addPerson(vedette, "ada@example.com");
    const { access_token } = await signIn(vedette, "ada@example.com");

    expect(await statusOf(DASHBOARDS, access_token)).toBe(200);
    expect(await statusOf("/auth/v1/user", access_token)).toBe(200);
    expect(await statusOf("/auth/v1/user", await tokenOf())).toBe(403);
  });

  it.each([
    ["on this machine", { oidc_issuer_url: "https://127.0.0.1/" }, /oidc_issuer_url: .*allowed_hosts/],
    ["on this machine by name", { oidc_issuer_url: "https://localhost:8443/" }, /oidc_issuer_url: .*allowed_hosts/],
    ["in a private network", { oidc_issuer_url: "https://10.1.2.3/" }, /oidc_issuer_url: .*allowed_hosts/],
    ["of cloud metadata", { oidc_issuer_url: "https://169.254.169.254/" }, /oidc_issuer_url: .*allowed_hosts/],
    ["without TLS", { oidc_issuer_url: "http://issuer.example.com/" }, /oidc_issuer_url: .*without TLS/],
    [
      "with keys on this machine",
      { oidc_issuer_url: "https://issuer.example.com/", jwks_url: "https://[::1]/keys" },
      /jwks_url: .*allowed_hosts/,
    ],
  ])("rejects an issuer %s when it is saved, since its keys would never be fetched", async (_where, body, reason) => {
    const path = `${vedette.url}/v1/projects/default/config/auth`;
    const bearer = vedette.keys.secret_key;
    const { oidc_issuer_url: issuer, ...keys } = body;

    const added = await call(`${path}/third-party-auth`, { body, bearer });
    const patch = { method: "PATCH", body: { third_party_issuers: [{ issuer, ...keys }] }, bearer };
    const patched = await call(path, patch);

    expect([added.status, patched.status], added.text + patched.text).toEqual([400, 400]);
    expect([added.text, patched.text]).toEqual([expect.stringMatching(reason), expect.stringMatching(reason)]);
    expect((await call<unknown[]>(`${path}/third-party-auth`, { bearer })).body).toHaveLength(1);
  });

  it.each([
    ["outside, also while its name cannot be resolved", "https://issuer.example.com/"],
    ["that the operator lists", "http://127.0.0.1:9/"],
  ])("accepts an issuer %s", async (_where, issuer) => {
    const path = `${vedette.url}/v1/projects/default/config/auth/third-party-auth`;
    const bearer = vedette.keys.secret_key;

    const added = await call<{ id: string }>(path, { body: { oidc_issuer_url: issuer }, bearer });

    expect(added.status, added.text).toBe(201);
    expect((await call(`${path}/${added.body.id}`, { method: "DELETE", bearer })).status).toBe(204);
  });

  it("may come from an issuer that is added while the server runs, until it is removed", async () => {
    const other = await startTokenIssuer();
    const path = `${vedette.url}/v1/projects/default/config/auth/third-party-auth`;
    const bearer = vedette.keys.secret_key;
    const body = { oidc_issuer_url: other.url, custom_jwks: { keys: other.jwks() } };
    const token = await other.token();
    const before = await statusOf(DASHBOARDS, token);

    const added = await call<{ id: string }>(path, { body, bearer });
    const listedNext = await call<{ id: string }[]>(path, { bearer });
    const again = await call(path, { body, bearer });
    const secret = await call(path, { body: { ...body, custom_jwks: { keys: [{ kty: "oct", k: "AAAA" }] } }, bearer });
    expect(listedNext.body.map(({ id }) => id)).toEqual(["clerk", added.body.id]);
    expect(await statusOf(DASHBOARDS, token)).toBe(200);
    const watching = await watchWith(token);
    const listed = await call<{ oidc_issuer_url: string }[]>(path, { bearer });
    const removed = await call(`${path}/${added.body.id}`, { method: "DELETE", bearer });
    expect(await statusOf(DASHBOARDS, token)).toBe(401);
    await vi.waitFor(() => expect(watching.hasEnded).toBe(true), WAIT);

    expect(watching.status).toBe(200);
    expect([before, added.status, again.status, secret.status, removed.status]).toEqual([401, 201, 400, 400, 204]);
    expect(listed.body).toMatchObject([
      { id: "clerk", oidc_issuer_url: "https://clerk.example.com", key_ids: ["key-1"], failure: null },
      { id: added.body.id, oidc_issuer_url: other.url, key_ids: ["key-1"] },
    ]);
    expect((await call(path, {})).status).toBe(401);
    expect((await call(`${path}/${added.body.id}`, { method: "DELETE", bearer })).status).toBe(404);
  }, 120_000);

  it.each([
    ["a URL of keys", () => ({ jwks_url: listed.jwksUrl })],
    ["keys", () => ({ custom_jwks: { keys: listed.jwks() } })],
  ])("can come from an issuer that is added with %s alone", async (_form, bodyOf) => {
    const path = `${vedette.url}/v1/projects/default/config/auth/third-party-auth`;
    const bearer = vedette.keys.secret_key;
    const token = await listed.token();

    const added = await call<{ id: string }>(path, { body: bodyOf(), bearer });
    const accepted = await statusOf(DASHBOARDS, token);
    const all = await call<unknown[]>(path, { bearer });
    const again = await call(path, { body: bodyOf(), bearer });
    const removed = await call(`${path}/${added.body.id}`, { method: "DELETE", bearer });

    expect([added.status, accepted, again.status, removed.status], added.text).toEqual([201, 200, 400, 204]);
    expect(added.body).toMatchObject({ oidc_issuer_url: null, type: "custom" });
    expect(all.body.at(-1)).toMatchObject({ id: added.body.id, oidc_issuer_url: null, key_ids: ["key-1"] });
    expect(await statusOf(DASHBOARDS, token)).toBe(401);
  });

  const EC = { kty: "EC", crv: "P-256", x: "AAAA", y: "AAAA", kid: "a" };
  it.each([
    ["without keys", {}, "needs issuer, jwks_url or jwks"],
    ["with an unusable key", { custom_jwks: { keys: [EC] } }, "not a public key"],
    ["with a shared secret", { custom_jwks: { keys: [{ kty: "oct", k: "AAAA", kid: "a" }] } }, "not a public key"],
    ["with keys on this machine", { jwks_url: "https://[::1]/keys" }, "allowed_hosts"],
  ])("rejects an issuer %s when it is added", async (_fault, body, reason) => {
    const path = `${vedette.url}/v1/projects/default/config/auth/third-party-auth`;

    const { status, text } = await call(path, { body, bearer: vedette.keys.secret_key });

    expect([status, text]).toEqual([400, expect.stringContaining(reason)]);
  });

  it("is tried by administrators: each check by itself, and what becomes of it", async () => {
    const path = `${vedette.url}/v1/projects/default/config/auth/third-party-auth/try`;
    const bearer = vedette.keys.secret_key;
    const foreign = await startTokenIssuer();
    const judge = async (token: string) => {
      const { body } = await call<{ verdict: string; checks: { check: string; is_good: boolean | null }[] }>(path, {
        body: { token },
        bearer,
      });
      return [body.verdict, body.checks.filter(({ is_good }) => is_good !== true).map(({ check }) => check)];
    };
    const good = await tokenOf();

    expect(await judge(good)).toEqual(["accepted", []]);
    expect(await judge(`${good.slice(0, -4)}AAAA`)).toEqual(["refused", ["signature"]]);
    expect(await judge(await tokenOf({ exp: 1 }))).toEqual(["refused", ["expiry"]]);
    expect(await judge(await tokenOf({ exp: undefined }))).toEqual(["refused", ["expiry"]]);
    expect(await judge(await tokenOf({ sub: "" }))).toEqual(["refused", ["subject"]]);
    expect(await judge(await tokenOf({ role: "service_role" }))).toEqual(["refused", ["role"]]);
    expect(await judge(await tokenOf({ role: undefined }))).toEqual(["powerless", ["role"]]);
    expect(await judge(await foreign.token())).toEqual(["refused", ["issuer"]]);
    expect(await judge("no token")).toEqual(["refused", ["form"]]);
    const { body } = await call<{ checks: unknown[] }>(path, { body: { token: good }, bearer });
    expect(body.checks).toContainEqual({
      check: "signature",
      is_good: true,
      found: "key-1, RS256",
      accepted: ["key-1"],
    });
    expect(body.checks).toContainEqual({
      check: "role",
      is_good: true,
      found: "role: authenticated",
      accepted: ["authenticated"],
    });
    expect((await call(path, { body: { token: good } })).status).toBe(401);
    const [clerk] = (await call<{ resolved_at: string; stale_at: string }[]>(path.replace("/try", ""), { bearer }))
      .body;
    expect(Date.parse(clerk?.stale_at ?? "") - Date.parse(clerk?.resolved_at ?? "")).toBe(600_000);
  });

  it("of a provider that lacks what it needs stops the start", async () => {
    const { exitCode, output } = await runVedette([], { VEDETTE_THIRD_PARTY_AUTH0_ENABLED: "true" });

    expect(exitCode).toBe(2);
    expect(output).toContain("auth.third_party.auth0.tenant");
  });
});
