import { openKeyRing } from "@vedette/database";
import { onEachStore } from "@vedette/database/testing";
import { expect, it } from "vitest";
import { aUser, call, signIn } from "./call.ts";
import { type IdentityServer, startIdentity } from "./identity-server.ts";

const SSO = "sso:30000000-0000-4000-8000-00000000000c";

/** Every line of the export, in no particular order. */
async function exportOf(server: IdentityServer): Promise<readonly Record<string, unknown>[]> {
  const { status, headers, text } = await call(server, "GET /admin/users/export", { bearer: server.secretKey });
  expect(status, text).toBe(200);
  expect(headers).toMatchObject({ "cache-control": "no-store", "content-type": expect.stringContaining("ndjson") });
  return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
}

const post = (server: IdentityServer, body: object) =>
  call(server, "POST /admin/users", { body, bearer: server.secretKey });

onEachStore("an export of everybody [contract 27]", (open) => {
  it("lets people sign in elsewhere with the passwords they have, as the users they were", async () => {
    const settings = { "auth.user_names.enabled": true };
    const [here, there] = [await startIdentity(open, { settings }), await startIdentity(open, { settings })];
    const ada = await aUser(here, { app_metadata: { plan: "gold" }, user_metadata: { name: "Ada" } });
    await aUser(here, { email: "bob@example.com", password: undefined, email_confirm: false, phone: "15551234567" });

    await call(here, `PUT /admin/users/${ada}/name`, { bearer: here.secretKey, body: { user_name: "ada.l" } });

    const lines = await exportOf(here);
    for (const line of lines) expect((await post(there, line)).status, JSON.stringify(line)).toBe(200);

    expect(lines).toHaveLength(2);
    expect((await signIn(there)).accessToken).not.toBe("undefined");
    expect((await signIn(there, { email: "ada.l" })).accessToken).not.toBe("undefined");
    const taken = await post(there, { email: "eve@example.com", user_name: "Ada.L" });
    expect(taken).toMatchObject({ status: 409, json: { error_code: "conflict" } });
    const { json } = await call(there, `GET /admin/users/${ada}`, { bearer: there.secretKey });
    expect(json).toMatchObject({
      id: ada,
      email: "ada@example.com",
      app_metadata: { plan: "gold", provider: "email", providers: ["email"] },
      user_metadata: { name: "Ada" },
      identities: [{ provider: "email", id: ada, identity_data: { sub: ada, email_verified: true } }],
    });
    // The same once more: what an export says of a user is what an import makes of them.
    const again = await exportOf(there);
    const withoutTime = ({ created_at: _at, ...line }: Record<string, unknown>) => line;
    expect(again.map(withoutTime)).toEqual(lines.map(withoutTime));
  });

  it("brings the accounts of providers along, each once, and keeps people of single sign-on apart", async () => {
    const server = await startIdentity(open);
    const github = { provider: "github", id: "17", identity_data: { sub: "17", email: "eve@example.com" } };
    const eve = { email: "eve@example.com", email_confirm: true, identities: [{ provider: "email", id: "x" }, github] };
    const made = await post(server, eve);
    const directory = { provider: SSO, id: "eve", identity_data: { sub: "eve" } };
    const other = await post(server, { email: "eve@example.com", email_confirm: true, identities: [directory] });

    const id = made.json["id"];
    expect(made.json).toMatchObject({
      app_metadata: { provider: "email", providers: ["email", "github"] },
      identities: expect.arrayContaining([
        expect.objectContaining({ provider: "email", id, identity_data: expect.objectContaining({ sub: id }) }),
        expect.objectContaining({ provider: "github", id: "17" }),
      ]),
    });
    expect(other).toMatchObject({ status: 200, json: { app_metadata: { provider: SSO } } });
    const { rows } = await server.db.query("select id, is_sso_user from auth.users order by is_sso_user");
    expect(rows).toEqual([
      { id, is_sso_user: false },
      { id: other.json["id"], is_sso_user: true },
    ]);
    const twice = await post(server, { email: "mal@example.com", identities: [github] });
    expect(twice).toMatchObject({ status: 422, json: { error_code: "identity_already_exists" } });
    const wordless = await post(server, { phone: "15550000001", identities: [{ provider: "email", id: "x" }] });
    expect(wordless).toMatchObject({ status: 400, json: { error_code: "validation_failed" } });
    expect((await exportOf(server)).map(({ identities }) => identities)).toContainEqual([directory]);
  });

  it("has the hash itself where hashes are sealed, nobody who is anonymous or deleted, and is noted", async () => {
    const keyRing = openKeyRing({
      dataDir: "/nowhere",
      encryptionKeyId: "first",
      encryptionKey: Buffer.alloc(32, 7).toString("base64"),
    });
    const server = await startIdentity(open, { keyRing, settings: { "auth.enable_anonymous_sign_ins": true } });
    await aUser(server);
    const gone = await aUser(server, { email: "gone@example.com" });
    await call(server, `DELETE /admin/users/${gone}`, { bearer: server.secretKey, body: { should_soft_delete: true } });
    expect((await call(server, "POST /signup", { body: {} })).status).toBe(200);

    const lines = await exportOf(server);

    expect(lines).toMatchObject([{ email: "ada@example.com", password_hash: expect.stringMatching(/^\$argon2id\$/) }]);
    const { text } = await call(server, "GET /admin/audit?query=action:users_exported", { bearer: server.secretKey });
    expect(JSON.parse(text)).toHaveLength(1);
    expect(text).not.toContain("argon2id");
  });
});
