import { onEachStore } from "@vedette/database/testing";
import { base64url, exportJWK, generateKeyPair, SignJWT } from "jose";
import { expect, it } from "vitest";
import { aUser, call, PASSWORD, signIn } from "./call.ts";
import { startIdentity } from "./identity-server.ts";

const EMAIL = "new@example.com";

onEachStore("a hostile request", (open) => {
  it("is refused with 4xx and changes nothing", async () => {
    const server = await startIdentity(open);
    const json = (value: unknown) => ({ text: JSON.stringify(value) });
    const rows: readonly (readonly [string, { text: string | Buffer; headers?: Record<string, string> }, string])[] = [
      ["broken JSON", { text: `{"email":` }, "400 bad_json"],
      ["no JSON", { text: "email=a@b.c" }, "400 bad_json"],
      ["an empty body", { text: "" }, "400 bad_json"],
      ["a byte order mark", { text: Buffer.from(`\ufeff{}`) }, "400 bad_json"],
      ["bytes that are no UTF-8", { text: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]) }, "400 bad_json"],
      ["65 levels", { text: `${"[".repeat(65)}${"]".repeat(65)}` }, "400 bad_json"],
      [
        "a NUL in data",
        { text: `{"email":"${EMAIL}","password":"${PASSWORD}","data":{"a":"\\u0000"}}` },
        "400 bad_json",
      ],
      [
        "half a character in data",
        { text: `{"email":"${EMAIL}","password":"${PASSWORD}","data":{"a":["\\ud800"]}}` },
        "400 bad_json",
      ],
      ["a NUL in the password", { text: `{"email":"${EMAIL}","password":"abcdef\\u0000"}` }, "400 bad_json"],
      ["a list", json([]), "400 validation_failed"],
      ["a text", json("x"), "400 validation_failed"],
      ["null", json(null), "400 validation_failed"],
      ["a number as address", json({ email: 1, password: PASSWORD }), "400 validation_failed"],
      ["a list as address", json({ email: [EMAIL], password: PASSWORD }), "400 validation_failed"],
      ["an object as password", json({ email: EMAIL, password: {} }), "400 validation_failed"],
      ["a list as data", json({ email: EMAIL, password: PASSWORD, data: [] }), "400 validation_failed"],
      ["a text as data", json({ email: EMAIL, password: PASSWORD, data: "x" }), "400 validation_failed"],
      [
        "an address of 5,000 characters",
        json({ email: `${"a".repeat(5000)}@b.c`, password: PASSWORD }),
        "400 validation_failed",
      ],
      [
        "an address with a line break",
        json({ email: "a@b.c\r\nBcc: x@y.z", password: PASSWORD }),
        "400 validation_failed",
      ],
      ["a password of 5,000 characters", json({ email: EMAIL, password: "x".repeat(5000) }), "400 validation_failed"],
      [
        "more than 1 MiB",
        json({ email: EMAIL, password: PASSWORD, data: { a: "x".repeat(1_100_000) } }),
        "413 request_entity_too_large",
      ],
      [
        "a form",
        { text: "email=a", headers: { "content-type": "application/x-www-form-urlencoded" } },
        "415 validation_failed",
      ],
      ["plain text", { text: "{}", headers: { "content-type": "text/plain" } }, "415 validation_failed"],
    ];

    const found: string[] = [];
    for (const [name, options] of rows) {
      const { status, json: body } = await call(server, "POST /signup", options);
      found.push(`${name}: ${status} ${body["error_code"]}`);
    }

    expect(found).toEqual(rows.map(([name, , code]) => `${name}: ${code}`));
    const { rows: users } = await server.db.query("select id from auth.users");
    expect(users).toEqual([]);
    expect((await call(server, "POST /signup", { body: { email: EMAIL, password: PASSWORD } })).status).toBe(200);
  });

  it("with keys of the prototype stores them as plain data", async () => {
    const server = await startIdentity(open, { settings: { "auth.email.autoconfirm": true } });
    const data = `{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":1}`;
    const text = `{"email":"${EMAIL}","password":"${PASSWORD}","data":${data}}`;

    const signUp = await call(server, "POST /signup", { text });
    const bearer = String(signUp.json["access_token"]);
    const changed = await call(server, "PUT /user", { bearer, text: `{"data":{"__proto__":{"again":1}}}` });

    expect(signUp.status).toBe(200);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
    expect(JSON.stringify(signUp.json["user"])).toContain('"__proto__":{"polluted":true}');
    expect(changed.text).toContain('"__proto__":{"again":1}');
    expect(changed.text).toContain('"toString":1');
  });

  it("with a key twice means the last one", async () => {
    const server = await startIdentity(open, { settings: { "auth.email.autoconfirm": true } });
    const text = `{"email":"first@example.com","email":"${EMAIL}","password":"${PASSWORD}","data":{"a":1,"a":2}}`;

    const { json } = await call(server, "POST /signup", { text });

    expect(json["user"]).toMatchObject({ email: EMAIL, user_metadata: { a: 2 } });
  });

  it("with a character written as two escapes is no such request", async () => {
    const server = await startIdentity(open);
    const text = `{"email":"${EMAIL}","password":"${PASSWORD}","data":{"bird":"\\ud83e\\udd89","note":"\\\\ud800"}}`;

    const signUp = await call(server, "POST /signup", { text });

    expect(signUp).toMatchObject({ status: 200, json: { user_metadata: { bird: "🦉", note: "\\ud800" } } });
  });

  it("with an id that is a path reaches nobody", async () => {
    const server = await startIdentity(open);
    await aUser(server);

    for (const id of ["..%2Fusers", "%2e%2e", "__proto__", "1%20or%201=1", "a".repeat(900), "%F0%9F%92%A9"]) {
      const { status } = await call(server, `GET /admin/users/${id}`, { bearer: server.secretKey });
      expect(status, id).toBe(404);
    }
    expect((await call(server, "GET /admin/users/%00", { bearer: server.secretKey })).status).toBe(400);
  });

  it("with what is no id is told which one is meant", async () => {
    const server = await startIdentity(open, { settings: { "auth.passkey.enabled": true } });
    const id = await aUser(server);
    const { accessToken: bearer } = await signIn(server);
    const asked: readonly (readonly [`${string} /${string}`, object, string])[] = [
      ["POST /factors/x/challenge", {}, "404 factor_id must be an UUID"],
      [`POST /factors/${id}/verify`, { challenge_id: "x" }, "400 challenge_id must be an UUID"],
      ["PATCH /passkeys/x", { friendly_name: "key" }, "404 passkey_id must be an UUID"],
    ];

    for (const [route, body, answer] of asked) {
      const { status, json } = await call(server, route, { bearer, body });
      expect(`${status} ${json["msg"]}`, route).toBe(answer);
    }
  });

  it("with the secret key in the address or in a cookie administers nothing", async () => {
    const server = await startIdentity(open);
    const headers = { cookie: `apikey=${server.secretKey}; vedette_session=${"a".repeat(43)}` };

    expect((await call(server, `GET /admin/users?apikey=${server.secretKey}`, { headers })).status).toBe(401);
    expect((await call(server, "GET /admin/users", { headers: { apikey: server.secretKey } })).status).toBe(200);
  });

  it("filters users by bound text only", async () => {
    const server = await startIdentity(open);
    await aUser(server, { email: "a_b@example.com", user_metadata: { full_name: "100% sure" } });
    await aUser(server, { email: "axb@example.com", user_metadata: { full_name: "1000 times" } });
    const filtered = async (filter: string) => {
      const { json } = await call(server, `GET /admin/users?filter=${encodeURIComponent(filter)}`, {
        bearer: server.secretKey,
      });
      return Array.isArray(json["users"]) ? json["users"].map(({ email }) => email) : [];
    };

    expect(await filtered("A_B")).toEqual(["a_b@example.com"]);
    expect(await filtered("100%")).toEqual(["a_b@example.com"]);
    expect(await filtered("\\")).toEqual([]);
    expect(await filtered("' or 1=1 --")).toEqual([]);
    expect((await filtered("example.com")).length).toBe(2);
    const audit = async (query: string) => {
      const reply = await call(server, `GET /admin/audit?query=${encodeURIComponent(query)}`, {
        bearer: server.secretKey,
      });
      return JSON.parse(reply.text).length;
    };
    expect(await audit("author:service_role")).toBe(2);
    expect([await audit("author:%"), await audit("author:service-role"), await audit("type:' or 1=1 --")]).toEqual([
      0, 0, 0,
    ]);
  });
});

onEachStore("a forged access token", (open) => {
  it("is refused however it is made", async () => {
    const server = await startIdentity(open);
    const id = await aUser(server);
    const { accessToken } = await signIn(server);
    const [header = "", payload = "", signature = ""] = accessToken.split(".");
    const [jwk] = (await server.identity.signingKeys.published()).keys;
    if (jwk?.kid === undefined) throw new Error("No published key");
    const { kid } = jwk;
    const claims = { sub: id, aud: "authenticated", role: "service_role", email: "ada@example.com" };
    const foreign = await generateKeyPair("ES256");
    const sign = (protectedHeader: Record<string, unknown>, key: CryptoKey | Uint8Array) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: "ES256", ...protectedHeader })
        .setExpirationTime("1h")
        .sign(key);
    const part = (value: unknown) => base64url.encode(JSON.stringify(value));
    const symmetric = new TextEncoder().encode(JSON.stringify(jwk));
    const point = base64url.decode(jwk.x ?? "");
    const expired = JSON.parse(Buffer.from(payload, "base64url").toString());
    const forged: Record<string, string> = {
      "without a signature": `${part({ alg: "none", typ: "JWT" })}.${payload}.`,
      "with the signature cut off": `${header}.${payload}.`,
      "with alg none and the key's id": `${part({ alg: "none", kid })}.${payload}.${signature}`,
      "with other claims": `${header}.${part(claims)}.${signature}`,
      "with another expiry": `${header}.${part({ ...expired, exp: expired.exp + 9999 })}.${signature}`,
      "by a foreign key": await sign({ kid: "foreign" }, foreign.privateKey),
      "by a foreign key under our key's id": await sign({ kid }, foreign.privateKey),
      "by a foreign key that it brings along": await sign(
        { kid, jwk: await exportJWK(foreign.publicKey) },
        foreign.privateKey,
      ),
      "by a key at a foreign address": await sign({ kid, jku: "https://evil.example/jwks" }, foreign.privateKey),
      "by a key whose certificate it brings along": await sign({ kid, x5c: ["MIIB"] }, foreign.privateKey),
      "by a key whose certificate is at a foreign address": await sign(
        { kid, x5u: "https://evil.example/certificate" },
        foreign.privateKey,
      ),
      "by our public key as shared secret": await sign({ alg: "HS256", kid }, symmetric),
      "by a point of our public key as shared secret": await sign({ alg: "HS256", kid }, point),
      "by an empty secret without a key id": await sign({ alg: "HS256" }, new Uint8Array([0])),
      "with a key id that is a path": await sign({ kid: "../../etc/passwd" }, foreign.privateKey),
      "with a critical extension": await new SignJWT(claims)
        .setProtectedHeader({ alg: "ES256", kid, crit: ["evil"], evil: 1 })
        .sign(foreign.privateKey, { crit: { evil: true } }),
    };

    for (const [name, token] of Object.entries(forged)) {
      const asUser = await call(server, "GET /user", { bearer: token });
      expect(asUser, name).toMatchObject({ status: 403, json: { error_code: "bad_jwt" } });
      const asAdmin = await call(server, "GET /admin/users", { bearer: token });
      expect(asAdmin, name).toMatchObject({ status: 403, json: { error_code: "bad_jwt" } });
    }
    expect((await call(server, "GET /user", { bearer: accessToken })).status).toBe(200);
  });

  it("gains nothing from a role in the user's own metadata", async () => {
    const server = await startIdentity(open, { settings: { "auth.email.autoconfirm": true } });
    const data = { role: "service_role", app_metadata: { role: "service_role" }, aud: "x", sub: "y" };
    const { json } = await call(server, "POST /signup", { body: { email: EMAIL, password: PASSWORD, data } });

    const reply = await call(server, "GET /admin/users", { bearer: String(json["access_token"]) });

    expect(reply).toMatchObject({ status: 403, json: { error_code: "not_admin" } });
  });

  it("of an administrator's role is accepted when the shared secret signed it", async () => {
    const secret = "a-shared-secret-of-at-least-32-bytes";
    const server = await startIdentity(open, { settings: { "auth.jwt_secret": secret } });
    const admin = await new SignJWT({ role: "service_role", iss: "elsewhere" })
      .setProtectedHeader({ alg: "HS256" })
      .setExpirationTime("1h")
      .sign(new TextEncoder().encode(secret));
    const nobody = await new SignJWT({ role: "anon" })
      .setProtectedHeader({ alg: "HS256" })
      .setExpirationTime("1h")
      .sign(new TextEncoder().encode(secret));

    expect((await call(server, "GET /admin/users", { bearer: admin })).status).toBe(200);
    expect((await call(server, "GET /admin/users", { bearer: nobody })).json["error_code"]).toBe("not_admin");
    expect((await call(server, "GET /user", { bearer: nobody })).json).toMatchObject({
      error_code: "bad_jwt",
      msg: "invalid claim: missing sub claim",
    });
  });
});
