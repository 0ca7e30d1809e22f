import { onEachStore } from "@vedette/database/testing";
import { expect, it } from "vitest";
import { aUser, type Call, call, refresh, signIn } from "./call.ts";
import { type IdentityServer, startIdentity } from "./identity-server.ts";
import { openLink } from "./published-client-of.ts";

const TOKEN = "directory-token-directory-token-1";
const SETTINGS = { "auth.scim.enabled": true, "auth.scim.token": TOKEN };
const SSO = "10000000-0000-4000-8000-00000000000a";

const ada = {
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
  userName: "Ada@Example.com",
  externalId: "1",
  name: { givenName: "Ada", familyName: "Lovelace" },
  emails: [
    { value: "ada@home.example", type: "home" },
    { value: "ada@example.com", type: "work", primary: true },
  ],
  active: true,
  // Of another schema: it is passed over.
  "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User": { department: "Engines" },
};

/** As directories speak: with their own type of content. */
function scim(server: IdentityServer, route: `${string} /${string}`, { body, bearer = TOKEN }: Call = {}) {
  const [method = "", path = ""] = route.split(" ", 2);
  const headers = { "content-type": "application/scim+json" };
  return call(server, `${method} /scim/v2${path}`, { bearer, ...(body === undefined ? {} : { body, headers }) });
}

const patch = (...Operations: object[]) => ({
  schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
  Operations,
});

async function idOf(server: IdentityServer, fields: object = {}): Promise<string> {
  return String((await scim(server, "POST /Users", { body: { ...ada, ...fields } })).json["id"]);
}

onEachStore("a directory", (open) => {
  it("makes users who can sign in, changes them, shuts them out and removes them", async () => {
    const server = await startIdentity(open, { settings: SETTINGS });

    const created = await scim(server, "POST /Users", { body: ada });
    const id = String(created.json["id"]);
    expect(created).toMatchObject({
      status: 201,
      headers: {
        "content-type": "application/scim+json; charset=utf-8",
        location: `${server.url}/auth/v1/scim/v2/Users/${id}`,
      },
      json: {
        userName: "Ada@Example.com",
        externalId: "1",
        name: { givenName: "Ada", familyName: "Lovelace" },
        emails: [{ value: "ada@example.com", primary: true }, { value: "ada@home.example" }],
        active: true,
        meta: { resourceType: "User" },
      },
    });
    await call(server, "POST /magiclink", { body: { email: "ada@example.com" } });
    const { link } = await server.mailTo("ada@example.com", "magic_link");
    const { fragment } = await openLink(link);
    const user = await call(server, "GET /user", { bearer: fragment.get("access_token") ?? "" });
    expect(user.json).toMatchObject({
      id,
      user_metadata: { full_name: "Ada Lovelace", given_name: "Ada", email_verified: true },
      app_metadata: { provider: "email" },
    });

    for (const filter of ['userName eq "ada@EXAMPLE.com"', 'externalId eq "1"', 'emails.value eq "ada@example.com"']) {
      const found = await scim(server, `GET /Users?filter=${encodeURIComponent(filter)}`);
      expect(found.json, filter).toMatchObject({ totalResults: 1, startIndex: 1, Resources: [{ id }] });
    }
    expect((await scim(server, "GET /Users?count=0")).json).toMatchObject({ totalResults: 1, itemsPerPage: 0 });

    const out = await scim(server, `PATCH /Users/${id}`, {
      body: patch({ op: "Replace", path: "active", value: "False" }),
    });
    expect(out).toMatchObject({ status: 200, json: { active: false } });
    expect((await refresh(server, fragment.get("refresh_token") ?? "")).status).toBe(400);
    await server.db.query("delete from vedette.mail_intervals");
    await call(server, "POST /magiclink", { body: { email: "ada@example.com" } });
    await server.countMails("ada@example.com");
    const late = await openLink((await server.mailTo("ada@example.com", "magic_link")).link);
    expect(late.fragment.get("error_code")).toBe("user_banned");

    const back = await scim(server, `PATCH /Users/${id}`, {
      body: patch(
        { op: "add", value: { active: true, "name.familyName": "King", displayName: "Countess" } },
        { op: "replace", path: 'emails[type eq "work"].value', value: "Ada.King@example.com" },
        { op: "remove", path: "externalId" },
        { op: "add", path: "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department", value: "x" },
      ),
    });
    expect(back.json).toMatchObject({
      active: true,
      displayName: "Countess",
      name: { givenName: "Ada", familyName: "King" },
      emails: [{ value: "ada.king@example.com" }, { value: "ada@home.example" }],
    });
    expect(back.json).not.toHaveProperty("externalId");
    expect((await call(server, `GET /admin/users/${id}`, { bearer: server.secretKey })).json).toMatchObject({
      email: "ada.king@example.com",
      user_metadata: { full_name: "Countess", family_name: "King" },
    });
    const put = await scim(server, `PUT /Users/${id}`, { body: { userName: "countess@example.com" } });
    expect(put.json).toMatchObject({ userName: "countess@example.com", emails: [{ value: "countess@example.com" }] });
    expect(put.json).not.toHaveProperty("displayName");

    expect((await scim(server, `DELETE /Users/${id}`)).status).toBe(204);
    expect((await scim(server, `GET /Users/${id}`)).status).toBe(404);
    expect((await scim(server, `DELETE /Users/${id}`)).status).toBe(404);
    const { rows } = await server.db.query(
      "select payload ->> 'action' as action from auth.audit_log_entries where payload ->> 'actor_username' = 'scim' order by created_at",
    );
    expect(rows.map(({ action }) => action)).toEqual([
      "user_signedup",
      "user_modified",
      "user_modified",
      "user_modified",
      "user_deleted",
    ]);
  });

  it("neither shuts out nor removes the last administrator", async () => {
    const server = await startIdentity(open, { settings: SETTINGS });
    const id = await idOf(server);
    let last = id;
    server.identity.team.recognise({
      hasAddress: async () => false,
      forget: async () => {},
      isLastAdministrator: async (_, userId) => userId === last,
      authorityOf: async () => undefined,
      holdsAllOf: async () => false,
    });
    const inactive = { body: patch({ op: "replace", path: "active", value: false }) };

    const refused = [await scim(server, `PATCH /Users/${id}`, inactive), await scim(server, `DELETE /Users/${id}`)];
    const byAdmin = await call(server, `DELETE /admin/users/${id}`, { bearer: server.secretKey });

    for (const answer of refused)
      expect(answer).toMatchObject({
        status: 422,
        json: { detail: expect.stringContaining("the last administrator") },
      });
    expect(byAdmin).toMatchObject({ status: 422, json: { error_code: "last_administrator" } });
    expect((await scim(server, `GET /Users/${id}`)).json).toMatchObject({ active: true });
    last = "";
    expect((await scim(server, `PATCH /Users/${id}`, inactive)).status).toBe(200);
    expect((await scim(server, `DELETE /Users/${id}`)).status).toBe(204);
  });

  it("has nothing to do with people whom it did not bring, and does not end an administrator's ban", async () => {
    const server = await startIdentity(open, { settings: SETTINGS });
    const stranger = await aUser(server, { email: "bob@example.com" });
    const id = await idOf(server);
    await call(server, `PUT /admin/users/${id}`, { bearer: server.secretKey, body: { ban_duration: "1h" } });

    expect((await scim(server, `GET /Users/${stranger}`)).status).toBe(404);
    expect((await scim(server, `PUT /Users/${stranger}`, { body: ada })).status).toBe(404);
    expect((await scim(server, `DELETE /Users/${stranger}`)).status).toBe(404);
    expect((await scim(server, "GET /Users/1")).status).toBe(404);
    expect((await scim(server, "GET /Users")).json).toMatchObject({ totalResults: 1, Resources: [{ id }] });
    const taken = await scim(server, "POST /Users", { body: { userName: "bob@example.com" } });
    expect(taken).toMatchObject({ status: 409, json: { status: "409", scimType: "uniqueness" } });
    const twice = await scim(server, "POST /Users", { body: { userName: "ADA@example.COM", externalId: "2" } });
    expect(twice).toMatchObject({ status: 409, json: { scimType: "uniqueness" } });
    const moved = await scim(server, `PATCH /Users/${id}`, {
      body: patch({ op: "replace", path: "emails", value: [{ value: "bob@example.com" }] }),
    });
    expect(moved).toMatchObject({ status: 409, json: { scimType: "uniqueness" } });

    await scim(server, `PATCH /Users/${id}`, { body: patch({ op: "replace", value: { active: true } }) });
    const { json } = await call(server, `GET /admin/users/${id}`, { bearer: server.secretKey });
    expect(Date.parse(String(json["banned_until"]))).toBeGreaterThan(Date.now());
    expect((await signIn(server, { email: "bob@example.com" })).accessToken).not.toBe("undefined");
  });

  it("brings people of single sign-on, and knows those again who were there before", async () => {
    const server = await startIdentity(open, { settings: { ...SETTINGS, "auth.scim.sso_provider": SSO } });
    const before = "20000000-0000-4000-8000-00000000000b";
    await server.db.exec(`
      insert into auth.users (id, aud, role, email, is_sso_user, created_at, updated_at)
        values ('${before}', 'authenticated', 'authenticated', 'bob@example.com', true, now(), now());
      insert into auth.identities (id, provider_id, user_id, identity_data, provider, created_at, updated_at)
        values (gen_random_uuid(), 'bob@example.com', '${before}', '{"email": "bob@example.com"}', 'sso:${SSO}', now(), now())`);
    await aUser(server);

    const id = await idOf(server);
    const again = await idOf(server, { userName: "Bob@example.com", externalId: "2", emails: [] });

    expect(again).toBe(before);
    await scim(server, `PATCH /Users/${id}`, {
      body: patch({ op: "replace", path: "userName", value: "countess@example.com" }),
    });
    const { rows } = await server.db.query(
      `select i.provider_id, i.provider, u.is_sso_user, u.email from auth.identities i
       join auth.users u on u.id = i.user_id where u.id in ($1, $2) order by i.provider_id`,
      [id, before],
    );
    const provider = `sso:${SSO}`;
    expect(rows).toEqual([
      { provider_id: "bob@example.com", provider, is_sso_user: true, email: "bob@example.com" },
      { provider_id: "countess@example.com", provider, is_sso_user: true, email: "ada@example.com" },
    ]);
  });

  it("must hold its token, and speak as the standard says", async () => {
    const server = await startIdentity(open, { settings: SETTINGS });
    const closed = await startIdentity(open, { settings: { "auth.scim.token": TOKEN } });
    const id = await idOf(server);
    await aUser(server, { email: "bob@example.com" });
    const { accessToken } = await signIn(server, { email: "bob@example.com" });

    for (const name of ["ServiceProviderConfig", "ResourceTypes", "Schemas"]) {
      const { status, json } = await call(server, `GET /scim/v2/${name}`);
      expect(status, name).toBe(200);
      expect(json["schemas"], name).toEqual([expect.stringMatching(/^urn:ietf:params:scim:/)]);
      expect((await call(closed, `GET /scim/v2/${name}`)).status, name).toBe(404);
    }
    for (const bearer of ["", `${TOKEN}2`, server.secretKey, server.publishableKey, accessToken]) {
      const refused = await call(server, "GET /scim/v2/Users", bearer === "" ? {} : { bearer });
      expect(refused, bearer).toMatchObject({
        status: 401,
        json: { schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"], status: "401" },
      });
    }
    expect((await call(server, "GET /admin/users", { bearer: TOKEN })).status).toBe(403);
    expect((await scim(closed, "GET /Users")).status).toBe(404);

    const rows: readonly (readonly [`${string} /${string}`, unknown, string])[] = [
      ["GET /Users?filter=userName%20is%20%22a%22", undefined, "invalidFilter"],
      ["GET /Users?filter=userName%20eq%20%22%5Cu0000%22", undefined, "invalidFilter"],
      ["GET /Users?startIndex=one", undefined, "invalidSyntax"],
      ["POST /Users", { externalId: "3" }, "invalidSyntax"],
      ["POST /Users", { userName: "no address" }, "invalidValue"],
      ["POST /Users", { userName: "half\ud800@example.com" }, "invalidSyntax"],
      [`PATCH /Users/${id}`, patch({ op: "move", path: "active" }), "invalidSyntax"],
      [`PATCH /Users/${id}`, patch({ op: "remove", path: "userName" }), "mutability"],
      [`PATCH /Users/${id}`, patch({ op: "replace", value: "active" }), "invalidValue"],
      [`PATCH /Users/${id}`, patch({ op: "replace", path: "active", value: "perhaps" }), "invalidValue"],
    ];
    const found: string[] = [];
    for (const [route, body] of rows) {
      const { status, json } = await scim(server, route, { body });
      found.push(`${route} ${status} ${json["scimType"]}`);
    }
    expect(found).toEqual(rows.map(([route, , scimType]) => `${route} 400 ${scimType}`));
    expect((await scim(server, `GET /Users/${id}`)).json).toMatchObject({ active: true, userName: "Ada@Example.com" });
  });
});
