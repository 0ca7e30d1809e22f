import { onEachStore } from "@vedette/database/testing";
import { describe, expect, it } from "vitest";
import { tryNormalizeUserName } from "../src/user-names/user-name.ts";
import { aUser, call, PASSWORD, signIn } from "./call.ts";
import { type IdentityServer, type ServerOptions, startIdentity } from "./identity-server.ts";
import { adminOf, clientOf } from "./published-client-of.ts";

type Open = Parameters<Parameters<typeof onEachStore>[1]>[0];

const ON = { "auth.user_names.enabled": true } as const;

/** Ada, whose user name is `ada`. */
async function aScene(open: Open, settings: ServerOptions["settings"] = {}) {
  const server = await startIdentity(open, { settings: { ...ON, ...settings } });
  const id = await aUser(server);
  const { accessToken } = await signIn(server);
  await call(server, "PUT /user/name", { bearer: accessToken, body: { user_name: "Ada.L" } });
  return { server, id, accessToken };
}

/** What the published client hears that signs in with a name. */
async function enter(server: IdentityServer, name: string, password = PASSWORD) {
  const { data, error } = await clientOf(server).auth.signInWithPassword({ email: name, password });
  return data.user?.id ?? error?.code;
}

function rename(server: IdentityServer, id: string, user_name: unknown) {
  return call(server, `PUT /admin/users/${id}/name`, { bearer: server.secretKey, body: { user_name } });
}

onEachStore("a user name", (open) => {
  it("stands for the address of whoever chose it, however it is typed", async () => {
    const { server, id, accessToken } = await aScene(open);

    expect(await enter(server, "ada.l")).toBe(id);
    expect(await enter(server, "ADA.L")).toBe(id);
    expect(await enter(server, "ada@example.com")).toBe(id);
    expect((await call(server, "GET /user/name", { bearer: accessToken })).json).toEqual({ user_name: "ada.l" });
    expect((await call(server, "GET /settings")).json["user_names_enabled"]).toBe(true);
    const cookie = await call(server, "PUT /user/name", { bearer: accessToken, body: { user_name: null } });
    expect(cookie.json).toEqual({ user_name: null });
    expect(await enter(server, "ada.l")).toBe("invalid_credentials");
  });

  it("answers like an address: nobody learns from a wrong password whose it is", async () => {
    const { server } = await aScene(open);
    const replies = await Promise.all(
      ["ada.l", "nobody", "ada@example.com"].map((email) =>
        call(server, "POST /token?grant_type=password", { body: { email, password: "wrong" } }),
      ),
    );

    for (const { status, json } of replies) {
      expect([status, json["error_code"]]).toEqual([400, "invalid_credentials"]);
    }
  });

  it("proves no address: whoever has not confirmed theirs stays outside", async () => {
    const server = await startIdentity(open, { settings: ON });
    const unproved = await aUser(server, { email_confirm: false });
    await rename(server, unproved, "unproved");

    expect(await enter(server, "unproved")).toBe("email_not_confirmed");
  });

  it.each([
    ["neither addresses nor numbers", false, false, "email_provider_disabled", "email_provider_disabled"],
    ["addresses", true, false, "in", "phone_provider_disabled"],
    ["numbers", false, true, "email_provider_disabled", "in"],
    ["both", true, true, "in", "in"],
  ])("lets nobody in whom the address behind it would not: %s", async (_what, email, phone, byEmail, byPhone) => {
    const settings = { ...ON, "auth.email.enable_signup": email, "auth.sms.enable_signup": phone };
    const server = await startIdentity(open, { settings });
    const ada = await aUser(server);
    const grace = await aUser(server, { email: undefined, phone: "+15550100", phone_confirm: true });
    await rename(server, ada, "ada");
    await rename(server, grace, "grace");

    expect(await enter(server, "ada")).toBe(byEmail === "in" ? ada : byEmail);
    expect(await enter(server, "grace")).toBe(byPhone === "in" ? grace : byPhone);
    // Whoever does not know the password learns nothing of who has which.
    const wrong = email || phone ? "invalid_credentials" : "email_provider_disabled";
    for (const name of ["ada", "grace", "nobody"]) expect(await enter(server, name, "wrong"), name).toBe(wrong);
  });

  it("is not for people without an address, who take none from others", async () => {
    const server = await startIdentity(open, { settings: { ...ON, "auth.enable_anonymous_sign_ins": true } });
    const { data } = await clientOf(server).auth.signInAnonymously();
    const bearer = data.session?.access_token ?? "";

    const own = await call(server, "PUT /user/name", { bearer, body: { user_name: "ada" } });
    expect([own.status, own.json["error_code"]]).toEqual([400, "validation_failed"]);
    expect((await rename(server, data.user?.id ?? "", "ada")).status).toBe(400);
    expect((await call(server, "PUT /user/name", { bearer, body: { user_name: null } })).status).toBe(200);
  });

  it("stays where a body says nothing of it", async () => {
    const { server, id, accessToken } = await aScene(open);

    const own = await call(server, "PUT /user/name", { bearer: accessToken, body: {} });
    const others = await rename(server, id, undefined);

    for (const { status, json } of [own, others]) {
      expect([status, json["error_code"]]).toEqual([400, "validation_failed"]);
    }
    expect(await enter(server, "ada.l")).toBe(id);
  });

  it("is one person's, and free again once they are gone", async () => {
    const { server, id } = await aScene(open);
    const grace = await aUser(server, { email: "grace@example.com" });

    const taken = await rename(server, grace, "ADA.l");
    expect([taken.status, taken.json["error_code"]]).toEqual([409, "conflict"]);
    const rivals = await Promise.all([rename(server, grace, "same"), rename(server, id, "same")]);
    expect(rivals.map(({ status }) => status).sort()).toEqual([200, 409]);

    await rename(server, id, "ada");
    await adminOf(server).deleteUser(id, true);
    expect((await rename(server, grace, "ada")).json).toEqual({ user_name: "ada" });
    expect(await enter(server, "ada")).toBe(grace);
  });

  it("is changed by its owner with a second factor, where there is one, and by administrators", async () => {
    const { server, id, accessToken } = await aScene(open);
    await server.db.query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
       values (gen_random_uuid(), $1, 'app', 'totp', 'verified', now(), now(), 'x')`,
      [id],
    );

    const weak = await call(server, "PUT /user/name", { bearer: accessToken, body: { user_name: "ada" } });
    expect([weak.status, weak.json["error_code"]]).toEqual([401, "insufficient_aal"]);
    expect((await rename(server, id, "ada")).status).toBe(200);
    expect((await rename(server, id, "")).json).toEqual({ user_name: null });
    await server.db.query("update auth.users set is_sso_user = true where id = $1", [id]);
    expect((await rename(server, id, "ada")).json["error_code"]).toBe("user_sso_managed");
    expect((await rename(server, id, null)).json).toEqual({ user_name: null });
    const unknown = await rename(server, "00000000-0000-4000-8000-000000000000", "ada");
    expect(unknown.json["error_code"]).toBe("user_not_found");
    const { rows } = await server.db.query(
      "select payload -> 'traits' as traits from auth.audit_log_entries where payload ->> 'action' = 'user_modified'",
    );
    expect(rows).toContainEqual({ traits: { user_id: id, fields: ["user_name"] } });
  });

  it("is nothing while the operator does not want any", async () => {
    const server = await startIdentity(open);
    const id = await aUser(server);
    const { accessToken } = await signIn(server);
    await server.db.query("insert into vedette.user_names values ($1, 'ada')", [id]);

    expect(await enter(server, "ada")).toBe("invalid_credentials");
    const { status, json } = await call(server, "GET /user/name", { bearer: accessToken });
    expect([status, json["error_code"]]).toEqual([404, "feature_disabled"]);
  });
});

describe("the form of a user name", () => {
  it.each([["Ada", "ada"], ["a1"], ["ada.lovelace-1815_x"], ["0x"]])("takes %j", (text, name = text) => {
    expect(tryNormalizeUserName(text)).toBe(name);
  });

  it.each(["", "a", "1815", "ada@example.com", ".ada", "ada-", "a b", "ad\u0430", "\u212Aim", `a${"b".repeat(64)}`])(
    "refuses %j",
    (text) => {
      expect(tryNormalizeUserName(text)).toBeUndefined();
    },
  );
});
