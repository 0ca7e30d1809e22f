import { createHmac } from "node:crypto";
import { onEachStore } from "@vedette/database/testing";
import { loadSettings, SettingsError, settingsFrom } from "@vedette/settings";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { identify, identitySettings } from "../src/index.ts";
import { readIssuers } from "../src/third-party/issuers.ts";
import { aUser, call, signIn } from "./call.ts";
import { type IdentityServer, type ServerOptions, startIdentity } from "./identity-server.ts";
import { startTokenIssuer, type TokenIssuer } from "./token-issuer.ts";

const who = (server: IdentityServer, token: string) => identify(server.identity, { authorization: `Bearer ${token}` });

const accepting = (issuer: TokenIssuer, more: object = {}): ServerOptions => ({
  settings: { "auth.third_party.issuers": [{ id: "acme", issuer: issuer.url, ...more }] },
});

/** The issuer of this service. */
const OWN = "https://vedette.example/auth/v1";

const parts = (token: string) => token.split(".").map((part) => Buffer.from(part, "base64url"));
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

onEachStore("tokens of other issuers", (open) => {
  it("say who somebody is, beside the tokens of this service [spec 1, Authentication]", async () => {
    const issuer = await startTokenIssuer();
    const server = await startIdentity(open, accepting(issuer));
    await aUser(server);
    const own = await signIn(server);

    const ada = await who(server, await issuer.token({ email: "Ada@example.com" }));

    expect(ada).toMatchObject({
      kind: "third-party",
      issuer: issuer.url,
      subject: "ada|7",
      email: "ada@example.com",
      role: "authenticated",
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    });
    expect(await who(server, await issuer.token({ email: "new@example.com" }))).toMatchObject({
      id: ada?.kind === "third-party" ? ada.id : "",
    });
    expect(await who(server, own.accessToken)).toMatchObject({ kind: "user", email: "ada@example.com" });
    // A slash at the end is the same issuer.
    expect(await who(server, await issuer.token({ iss: `${issuer.url}/` }))).toMatchObject({ kind: "third-party" });
    // There is no row for them, so the endpoints of users are closed.
    const { status, json } = await call(server, "GET /user", { bearer: await issuer.token() });
    expect([status, json["error_code"]]).toEqual([403, "bad_jwt"]);
  });

  it("need the role that the settings allow [spec 1, Authentication]", async () => {
    const issuer = await startTokenIssuer();
    const server = await startIdentity(open, accepting(issuer));
    const trusting = await startIdentity(open, {
      beside: server,
      settings: {
        ...accepting(issuer, { role_claim: "https://acme.example/role" }).settings,
        "auth.third_party.roles": ["authenticated", "operator"],
        "auth.third_party.allow_admin_roles": true,
      },
    });
    const named = (role: unknown) => issuer.token({ role: undefined, "https://acme.example/role": role });

    for (const role of [undefined, "", "anon"]) {
      const anybody = await who(server, await issuer.token({ role }));
      expect(anybody).toMatchObject({ kind: "third-party" });
      expect(anybody).toHaveProperty("role", undefined);
    }
    for (const role of ["operator", "service_role", "supabase_admin", 7, ["authenticated"]]) {
      expect(await who(server, await issuer.token({ role })), String(role)).toBeUndefined();
    }
    expect(await who(trusting, await named("operator"))).toMatchObject({ kind: "third-party", role: "operator" });
    expect(await who(trusting, await named("service_role"))).toEqual({ kind: "admin-jwt", role: "service_role" });
  });

  it("are worth nothing when they are forged, twisted, out of date, or somebody else's", async () => {
    const issuer = await startTokenIssuer();
    const foreign = await startTokenIssuer();
    const server = await startIdentity(open, accepting(issuer, { audience: ["watch-room"] }));
    const good = { aud: ["other", "watch-room"] };
    const token = await issuer.token(good);
    const [header, payload = Buffer.from(""), signature = Buffer.from("")] = parts(token);
    const now = Math.floor(Date.now() / 1000);
    const claims = JSON.parse(payload.toString());
    const publicPem = JSON.stringify(issuer.jwks()[0]);
    const hmac = (head: object) => {
      const text = `${part(head)}.${part(claims)}`;
      return `${text}.${createHmac("sha256", publicPem).update(text).digest("base64url")}`;
    };
    const joined = (head: unknown, body: unknown, sign = signature) =>
      `${part(head)}.${part(body)}.${sign.toString("base64url")}`;

    expect(await who(server, token)).toMatchObject({ kind: "third-party" });
    expect(header).toBeDefined();
    const bad: Record<string, string> = {
      "alg none": `${part({ alg: "none", kid: "key-1" })}.${part(claims)}.`,
      "the public key as HMAC secret": hmac({ alg: "HS256", kid: "key-1" }),
      "HMAC without a key id": hmac({ alg: "HS256" }),
      "another algorithm than the key's": joined({ alg: "RS256", kid: "key-1" }, claims),
      "no key id": await issuer.token(good, { kid: undefined as unknown as string }),
      "a key id that is a path": await issuer.token(good, { kid: "../../../../dev/null" }),
      "a key id that is SQL": await issuer.token(good, { kid: "x' union select 'y" }),
      "a key id of Object": await issuer.token(good, { kid: "__proto__" }),
      "a changed claim": joined({ alg: "ES256", kid: "key-1" }, { ...claims, sub: "admin" }),
      "somebody else's key": await foreign.token({ ...good, iss: issuer.url }),
      "somebody else's key named by jku": await foreign.token(
        { ...good, iss: issuer.url },
        { jku: foreign.jwksUrl, jwk: foreign.jwks()[0] as never },
      ),
      "somebody else's certificate named by x5u": await foreign.token(
        { ...good, iss: issuer.url },
        { x5u: foreign.jwksUrl },
      ),
      "an issuer that nobody named": await foreign.token(good),
      "an issuer that looks alike": await issuer.token({ ...good, iss: `${issuer.url}.example` }),
      "an unknown critical extension": await issuer
        .token(good, { crit: ["exp"], exp: 1 } as never)
        .catch(() => "x.y.z"),
      expired: await issuer.token({ ...good, exp: now - 31 }),
      "not yet valid": await issuer.token({ ...good, nbf: now + 600 }),
      "without an end": await issuer.token({ ...good, exp: undefined }),
      "for another audience": await issuer.token({ aud: "another-room" }),
      "for nobody": await issuer.token({ aud: undefined }),
      "without a subject": await issuer.token({ ...good, sub: undefined }),
      "longer than any token": await issuer.token({ ...good, filler: "x".repeat(20_000) }),
    };
    for (const [name, forged] of Object.entries(bad)) expect(await who(server, forged), name).toBeUndefined();
    expect(foreign.readings(), "nobody asked the forger for keys").toBe(0);
  });

  it("are checked with keys that follow their issuer's within half an hour [spec 1, Limits]", async () => {
    const issuer = await startTokenIssuer();
    const server = await startIdentity(open, accepting(issuer));
    let now = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now });
    onTestFinished(() => void vi.useRealTimers());
    const pass = (minutes: number) => {
      now += minutes * 60_000;
      vi.setSystemTime(now);
    };
    const old = await issuer.token({ exp: Math.floor(now / 1000) + 86_400 });
    expect(await who(server, old)).toBeDefined();
    expect(issuer.readings()).toBe(1);

    // A new key is looked for at once, though not more than once a minute.
    await issuer.rotate("beside");
    const next = await issuer.token({ exp: Math.floor(now / 1000) + 86_400 });
    expect(await who(server, next)).toBeUndefined();
    pass(1.1);
    // The time of the store goes on as it is.
    await server.db.query("update vedette.third_party_key_sets set read_at = read_at - interval '2 minutes'");
    expect(await who(server, next)).toBeDefined();
    for (let at = 0; at < 20; at += 1) await who(server, await issuer.token({}, { kid: `unknown-${at}` }));
    expect(issuer.readings()).toBe(2);

    // An issuer that cannot be reached costs nobody the access they have.
    await server.db.query("update vedette.third_party_key_sets set read_at = read_at - interval '1 hour'");
    issuer.fail(true);
    pass(40);
    expect(await who(server, next)).toBeDefined();
    issuer.fail(false);

    // A key that was withdrawn is gone.
    await issuer.rotate("instead");
    pass(30);
    expect(await who(server, next)).toBeUndefined();
    expect(await who(server, await issuer.token({ exp: Math.floor(now / 1000) + 600 }))).toBeDefined();
    vi.useRealTimers();
  });

  it("need no issuer that answers after a restart, and an outage is no refusal", async () => {
    const issuer = await startTokenIssuer();
    const unknown = await startTokenIssuer();
    const server = await startIdentity(open, accepting(issuer));
    await who(server, await issuer.token());

    issuer.fail(true);
    unknown.fail(true);
    const restarted = await startIdentity(open, {
      beside: server,
      settings: { "auth.third_party.issuers": [{ issuer: issuer.url }, { issuer: unknown.url }] },
    });

    expect(await who(restarted, await issuer.token())).toMatchObject({ kind: "third-party" });
    await expect(who(restarted, await unknown.token())).rejects.toMatchObject({ code: "unavailable" });
  });

  it("never make this service call addresses that an issuer, or a stranger, chose", async () => {
    const inside = await startTokenIssuer();
    const issuer = await startTokenIssuer();
    issuer.say({ jwks_uri: inside.jwksUrl.replace("http:", "https:") });
    const lying = await startTokenIssuer();
    lying.say({ issuer: issuer.url });
    const warnings: string[] = [];
    const options = {
      settings: { "auth.third_party.issuers": [{ issuer: issuer.url }, { issuer: lying.url }] },
      log: { warn: (fields: { err?: Error }) => void warnings.push(fields.err?.message ?? "") },
    };
    const server = await startIdentity(open, options);
    const overNetwork = await startIdentity(open, {
      ...accepting(inside),
      log: options.log,
      beside: server,
      sourceOf: () => "stored",
    });

    await expect(who(server, await issuer.token())).rejects.toMatchObject({ code: "unavailable" });
    expect(warnings.at(-1)).toContain("security.outbound.allowed_hosts");
    await expect(who(server, await lying.token())).rejects.toMatchObject({ code: "unavailable" });
    expect(warnings.at(-1)).toContain("another issuer");
    await expect(who(overNetwork, await inside.token())).rejects.toMatchObject({ code: "unavailable" });
    expect(inside.readings()).toBe(0);
    const allowing = await startIdentity(open, {
      ...accepting(inside),
      beside: server,
      sourceOf: () => "stored",
      allowedHosts: [inside.host],
    });
    expect(await who(allowing, await inside.token())).toMatchObject({ kind: "third-party" });
  });

  it("are checked with keys of a document that has moved, as far as such a call may go", async () => {
    const moved = await startTokenIssuer();
    moved.move("/moved");
    const inside = await startTokenIssuer();
    const misled = await startTokenIssuer();
    misled.move(`${inside.url}/.well-known/openid-configuration`);
    const circling = await startTokenIssuer();
    circling.move("/.well-known/openid-configuration");
    const issuers = [moved, misled, circling].map(({ url }) => ({ issuer: url }));
    const warnings: string[] = [];
    const server = await startIdentity(open, {
      settings: { "auth.third_party.issuers": issuers },
      allowedHosts: [moved.host, misled.host, circling.host],
      sourceOf: () => "stored",
      log: { warn: (fields: { err?: Error }) => void warnings.push(fields.err?.message ?? "") },
    });

    expect(await who(server, await moved.token())).toMatchObject({ kind: "third-party", issuer: moved.url });
    await expect(who(server, await misled.token())).rejects.toMatchObject({ code: "unavailable" });
    expect(warnings.at(-1)).toContain("is not called without TLS");
    await expect(who(server, await circling.token())).rejects.toMatchObject({ code: "unavailable" });
    expect(warnings.at(-1)).toContain("leads on");
    expect(inside.readings()).toBe(0);
  });

  it("come from the five providers that have a section of their own [spec 1, Authentication]", async () => {
    const keys = await startTokenIssuer("RS256");
    const server = await startIdentity(open, {
      settings: {
        "auth.third_party.firebase.enabled": true,
        "auth.third_party.firebase.project_id": "watch-room",
        "auth.third_party.firebase.jwks_url": keys.jwksUrl,
        "auth.third_party.clerk.enabled": true,
        "auth.third_party.clerk.domain": "clerk.example.com",
        "auth.third_party.clerk.authorized_parties": ["https://app.example.com"],
        "auth.third_party.clerk.jwks_url": keys.jwksUrl,
        "auth.third_party.auth0.enabled": true,
        "auth.third_party.auth0.tenant": "watch",
        "auth.third_party.auth0.tenant_region": "eu",
        "auth.third_party.auth0.jwks_url": keys.jwksUrl,
        "auth.third_party.aws_cognito.enabled": true,
        "auth.third_party.aws_cognito.domain": "cognito-idp.eu-west-1.amazonaws.com/eu-west-1_Abc",
        "auth.third_party.aws_cognito.audience": ["client-1"],
        "auth.third_party.aws_cognito.jwks_url": keys.jwksUrl,
        "auth.third_party.workos.enabled": true,
        "auth.third_party.workos.issuer_url": "https://api.workos.com/user_management/client_1",
        "auth.third_party.workos.jwks_url": keys.jwksUrl,
      },
    });
    const firebase = "https://securetoken.google.com/watch-room";
    const clerk = "https://clerk.example.com";
    const cognito = "https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_Abc";
    const accepted = [
      { iss: firebase, aud: "watch-room" },
      { iss: clerk, azp: "https://app.example.com" },
      { iss: "https://watch.eu.auth0.com/" },
      { iss: cognito, client_id: "client-1" },
      { iss: cognito, aud: "client-1" },
      { iss: "https://api.workos.com/user_management/client_1" },
    ];
    const refused = [
      { iss: firebase },
      // Every project of Firebase signs with the same keys.
      { iss: firebase, aud: "somebody-elses-room" },
      { iss: "https://securetoken.google.com/somebody-elses-room", aud: "somebody-elses-room" },
      { iss: clerk, azp: "https://app.example.net" },
      { iss: clerk },
      { iss: cognito, client_id: "client-2" },
      { iss: "https://api.workos.com/user_management/client_2" },
    ];

    for (const claims of accepted) {
      expect(await who(server, await keys.token(claims)), JSON.stringify(claims)).toMatchObject({
        kind: "third-party",
        issuer: claims.iss,
      });
    }
    for (const claims of refused) {
      expect(await who(server, await keys.token(claims)), JSON.stringify(claims)).toBeUndefined();
    }
  });

  it("of this service's own name, or of a provider without its fields, stop the start", async () => {
    const server = await startIdentity(open);
    const start = (settings: NonNullable<ServerOptions["settings"]>, sourceOf = () => "file") =>
      startIdentity(open, { beside: server, settings, sourceOf, log: { warn: () => {} } });

    await expect(start({ "auth.third_party.firebase.enabled": true })).rejects.toThrow(SettingsError);
    await expect(
      start({ "auth.jwt_issuer": "https://a.example/", "auth.third_party.issuers": [{ issuer: "https://a.example" }] }),
    ).rejects.toThrow("this service itself");
    // What came over the network can be mended there.
    await start({ "auth.third_party.firebase.enabled": true }, () => "stored");
  });
});

describe("a provider of tokens", () => {
  const PREFIX = "auth.third_party";
  it.each([
    ["firebase", {}, "project_id"],
    ["firebase", { [`${PREFIX}.firebase.domain`]: "evil.example/project" }, "no address of Firebase"],
    ["clerk", {}, "clerk.domain"],
    ["clerk", { [`${PREFIX}.clerk.domain`]: "quick-fox.clerk.accounts.dev.evil.example" }, "no address of Clerk"],
    ["auth0", { [`${PREFIX}.auth0.tenant_region`]: "eu" }, "auth0.tenant"],
    ["auth0", { [`${PREFIX}.auth0.tenant`]: "a", [`${PREFIX}.auth0.domain`]: "b.auth0.com" }, "two different issuers"],
    ["aws_cognito", { [`${PREFIX}.aws_cognito.user_pool_id`]: "eu-west-1_Abc" }, "user_pool_region"],
    ["workos", {}, "issuer_url"],
    ["workos", { [`${PREFIX}.workos.issuer_url`]: "http://api.workos.com/x" }, "no address of WorkOS"],
    ["workos", { [`${PREFIX}.workos.issuer_url`]: "http://localhost.evil.example/x" }, "no address of WorkOS"],
  ])("%s is refused with %j: %s", (name, values, reason) => {
    const settings = settingsFrom(identitySettings, { [`${PREFIX}.${name}.enabled`]: true, ...values });

    const { issuers, faults } = readIssuers(settings, OWN);

    expect(issuers).toEqual([]);
    expect(faults.map(({ message }) => message).join()).toContain(reason);
  });

  it.each([
    ["firebase", "securetoken.google.com/room", "https://securetoken.google.com/room"],
    ["clerk", "quick-fox-1.clerk.accounts.dev", "https://quick-fox-1.clerk.accounts.dev"],
    ["clerk", "auth.acme.example", "https://auth.acme.example"],
    ["clerk", "localhost:9000", "http://localhost:9000"],
    ["auth0", "localhost:9000", "http://localhost:9000/"],
    ["workos", "localhost:9000", "http://localhost:9000"],
    ["auth0", "sign-in.example.com", "https://sign-in.example.com/"],
    ["workos", "api.workos.com/user_management/c", "https://api.workos.com/user_management/c"],
  ])("%s may be named by its domain alone [spec 1, Authentication]", (name, domain, issuer) => {
    const values = { [`${PREFIX}.${name}.enabled`]: true, [`${PREFIX}.${name}.domain`]: domain };

    const read = readIssuers(settingsFrom(identitySettings, values), OWN);

    expect(read).toMatchObject({ issuers: [{ provider: name, issuer }], faults: [] });
  });

  it("without a section here has one in the file, by the same words [spec 1, Authentication]", () => {
    const read = (...lines: string[]) =>
      loadSettings([identitySettings], { env: {}, file: { path: "vedette.toml", text: lines.join("\n") } }).of(
        identitySettings,
      )["auth.third_party.issuers"];

    expect(
      read(
        "[auth.third_party.keycloak]",
        "enabled = true",
        'domain = "id.example.com/realms/room"',
        'role_claim = "watch"',
        "[auth.third_party.zitadel]",
        "enabled = false",
        'domain = "zitadel.example.com"',
        "[[auth.third_party.issuers]]",
        'issuer = "https://listed.example.com"',
      ),
    ).toEqual([
      { issuer: "https://listed.example.com" },
      { id: "keycloak", issuer: "https://id.example.com/realms/room", role_claim: "watch" },
    ]);
    expect(() => read("[auth.third_party.keycloak]", 'domain = "id.example.com"')).toThrow(SettingsError);
    expect(read("[auth.third_party.acme]", "enabled = true", 'jwks_url = "https://acme.example/keys"')).toEqual([
      { id: "acme", jwks_url: "https://acme.example/keys" },
    ]);
    expect(() => read("[auth.third_party.keycloak]", "enabled = true")).toThrow(SettingsError);
    expect(() => read("[auth.third_party.firebas]", "enabled = true")).toThrow("auth.third_party.firebase.enabled");
  });

  it("is refused when another one has its issuer", () => {
    const issuers = [{ issuer: "https://a.example" }, { issuer: "https://a.example/" }];

    const read = readIssuers(settingsFrom(identitySettings, { "auth.third_party.issuers": issuers }), OWN);

    expect(read.faults[0]?.message).toContain("has, too");
  });

  const KEYS = { keys: [{ kty: "EC", kid: "key-1" }] };
  it.each([
    ["has neither issuer nor keys", [{ id: "acme" }], "acme needs issuer, jwks_url or jwks"],
    ["has two sources of keys", [{ id: "acme", jwks: KEYS, jwks_url: "https://a.example/keys" }], "keep one"],
    ["has keys alone and no id", [{ jwks_url: "https://a.example/keys" }], "needs an id"],
    [
      "has the id of another",
      [
        { id: "a", issuer: "https://a.example" },
        { id: "a", issuer: "https://b.example" },
      ],
      "id a",
    ],
    [
      "has the URL of another's keys",
      ["a", "b"].map((id) => ({ id, jwks_url: "https://a.example/keys" })),
      "both have",
    ],
    ["has the key id of another", ["a", "b"].map((id) => ({ id, jwks: KEYS })), "both have the key key-1"],
    ["is this service itself", [{ issuer: `${OWN}/` }], "this service itself"],
  ])("is refused when it %s", (_fault, issuers, reason) => {
    const read = readIssuers(settingsFrom(identitySettings, { "auth.third_party.issuers": issuers }), OWN);

    expect(read.faults.map(({ message }) => message)).toEqual([expect.stringContaining(reason)]);
  });

  it("can be known by its keys alone", () => {
    const issuers = [
      { id: "a", jwks_url: "https://a.example/keys" },
      { id: "b", jwks: KEYS },
    ];

    const read = readIssuers(settingsFrom(identitySettings, { "auth.third_party.issuers": issuers }), OWN);

    expect(read.faults).toEqual([]);
    expect(read.issuers).toMatchObject([
      { name: "keys:a", keys: { kind: "address" } },
      { name: "keys:b", keys: { kind: "given" } },
    ]);
  });
});
