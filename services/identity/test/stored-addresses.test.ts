import { onEachStore } from "@vedette/database/testing";
import { expect, it } from "vitest";
import { planAdoption } from "../src/index.ts";
import { insertUser, PASSWORDS, referenceDatabase } from "./adopted-database.ts";
import { call } from "./call.ts";
import { type IdentityServer, type ServerOptions, startIdentity } from "./identity-server.ts";
import { openLink } from "./published-client-of.ts";

const { password, hash } = PASSWORDS.bcrypt;
const NO_KEYS = { sealingKeyId: "", masterKeyById: new Map(), sealsAuth: false, isOperators: false };

type Open = Parameters<Parameters<typeof onEachStore>[1]>[0];

/** A service with a user whose address another program has stored with upper-case letters. */
async function aScene(open: Open, settings: ServerOptions["settings"] = {}) {
  const server = await startIdentity(open, { settings });
  const id = await insertUser(server.db, { email: "Jason@Example.com", password: hash() });
  return { server, id };
}

async function countUsers({ db }: IdentityServer): Promise<number> {
  return (await db.query("select id from auth.users")).rows.length;
}

onEachStore("a stored address with upper-case letters", (open) => {
  it.each(["jason@example.com", "Jason@Example.com", "JASON@EXAMPLE.COM"])("signs in as %s", async (email) => {
    const { server, id } = await aScene(open);

    const { status, json } = await call(server, "POST /token?grant_type=password", { body: { email, password } });

    expect(status).toBe(200);
    expect(json["user"]).toMatchObject({ id, email: "jason@example.com" });
    const wrong = { email, password: "another one" };
    expect((await call(server, "POST /token?grant_type=password", { body: wrong })).status).toBe(400);
  });

  it("gets a recovery mail whose link and code work", async () => {
    const { server, id } = await aScene(open);

    await call(server, "POST /recover", { body: { email: "jason@example.com" } });
    const { link, code } = await server.mailTo("jason@example.com", "recovery");

    const body = { type: "recovery", email: "JASON@example.com", token: code };
    expect((await call(server, "POST /verify", { body })).json["user"]).toMatchObject({ id });
    expect((await openLink(link)).fragment.get("error_code")).toBe("otp_expired");
  });

  it("gets no second account by sign-up, invitation, administration or a change of address", async () => {
    const { server } = await aScene(open, { "auth.email.autoconfirm": true });
    const email = "jason@example.com";
    const bearer = server.secretKey;
    const other = await call(server, "POST /signup", { body: { email: "bob@example.com", password } });

    expect((await call(server, "POST /signup", { body: { email, password } })).json["error_code"]).toBe(
      "user_already_exists",
    );
    expect((await call(server, "POST /invite", { body: { email }, bearer })).json["error_code"]).toBe("email_exists");
    const created = await call(server, "POST /admin/users", { body: { email, email_confirm: true }, bearer });
    expect(created).toMatchObject({ status: 422, json: { error_code: "email_exists" } });
    const { id } = Object(other.json["user"]);
    expect((await call(server, `PUT /admin/users/${id}`, { body: { email }, bearer })).json["error_code"]).toBe(
      "email_exists",
    );
    const token = String(other.json["access_token"]);
    expect((await call(server, "PUT /user", { body: { email }, bearer: token })).json["error_code"]).toBe(
      "email_exists",
    );
    expect(await countUsers(server)).toBe(2);
  });

  it("gives way to the user whose address is stored in lower case", async () => {
    const { server } = await aScene(open);
    const id = await insertUser(server.db, { email: "jason@example.com", password: hash() });

    const body = { email: "Jason@Example.com", password };

    expect((await call(server, "POST /token?grant_type=password", { body })).json["user"]).toMatchObject({ id });
  });

  it("is found without the instance that older services write", async () => {
    const { server, id } = await aScene(open);
    await server.db.query("update auth.users set instance_id = null");

    const body = { email: "jason@example.com", password };

    expect((await call(server, "POST /token?grant_type=password", { body })).json["user"]).toMatchObject({ id });
  });
});

onEachStore("a stored domain in Unicode", (open) => {
  it("signs in with the same domain in any form", async () => {
    const server = await startIdentity(open);
    const id = await insertUser(server.db, { email: "ada@bücher.example", password: hash() });

    for (const email of ["ada@bücher.example", "ada@xn--bcher-kva.example"]) {
      const { json } = await call(server, "POST /token?grant_type=password", { body: { email, password } });
      expect(json["user"]).toMatchObject({ id });
    }
  });
});

onEachStore("a stored phone number with a plus", (open) => {
  it("signs in, and no second user gets the number", async () => {
    const settings = { "auth.sms.enable_signup": true, "auth.sms.autoconfirm": true };
    const server = await startIdentity(open, { settings });
    const id = await insertUser(server.db, { email: "ada@example.com", password: hash() });
    await server.db.query("update auth.users set phone = '+15550001001', phone_confirmed_at = now()");

    const phone = "15550001001";
    const { json } = await call(server, "POST /token?grant_type=password", { body: { phone, password } });
    expect(json["user"]).toMatchObject({ id, phone });
    const body = { phone, phone_confirm: true };
    const created = await call(server, "POST /admin/users", { body, bearer: server.secretKey });
    expect(created).toMatchObject({ status: 422, json: { error_code: "phone_exists" } });
    expect((await call(server, "POST /signup", { body: { phone, password } })).status).toBe(422);
    expect(await countUsers(server)).toBe(1);
  });
});

onEachStore("a plan to take over a database", (open) => {
  it("reports addresses of several users and changes nothing", async () => {
    const db = await referenceDatabase(open, "20251104100000");
    const upper = await insertUser(db, { email: "Jason@Example.com", password: null });
    const lower = await insertUser(db, { email: "jason@example.com", password: null });
    const [plus, bare] = [
      await insertUser(db, { email: "a@example.com", password: null }),
      await insertUser(db, { email: "B@example.com", password: null }),
    ];
    await db.query("update auth.users set phone = '+15550001001' where id = $1", [plus]);
    await db.query("update auth.users set phone = '15550001001' where id = $1", [bare]);

    const plan = await planAdoption(db, NO_KEYS);

    expect(plan.collisions).toEqual([
      { kind: "email", address: "jason@example.com", userIds: [lower, upper] },
      { kind: "phone", address: "15550001001", userIds: [bare, plus] },
    ]);
    expect(plan.problems).toEqual([]);
    expect((await db.query("select to_regnamespace('vedette') as there")).rows).toEqual([{ there: null }]);
  });
});
