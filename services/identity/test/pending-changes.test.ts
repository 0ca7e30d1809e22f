import { onEachStore } from "@vedette/database/testing";
import { expect, it } from "vitest";
import { aUser, call, PASSWORD, type Reply, signIn } from "./call.ts";
import { type IdentityServer, startIdentity } from "./identity-server.ts";

const PHONE = "15551234567";
const CODE = "424242";
const SCIM_TOKEN = "directory-token-directory-token-1";
const settings = {
  "auth.sms.enable_signup": true,
  "auth.sms.test_otp": [`${PHONE}:${CODE}`, `15550000001:${CODE}`],
  "auth.email.max_frequency": "0s",
  "auth.email.double_confirm_changes": false,
  "auth.enable_anonymous_sign_ins": true,
  "auth.scim.enabled": true,
  "auth.scim.token": SCIM_TOKEN,
};

const codeOf = ({ status, json }: Reply) => `${status} ${json["error_code"] ?? ""}`;
const put = (server: IdentityServer, bearer: string, body: object) => call(server, "PUT /user", { bearer, body });
const edit = (server: IdentityServer, id: string, body: object) =>
  call(server, `PUT /admin/users/${id}`, { bearer: server.secretKey, body });

onEachStore("a pending change", (open) => {
  it.each(["the user", "an administrator"])("of address ends when %s sets the current value again", async (who) => {
    const server = await startIdentity(open, { settings });
    const id = await aUser(server);
    const { accessToken: bearer } = await signIn(server);
    await put(server, bearer, { email: "typo@example.com" });
    const { tokenHash } = await server.mailTo("typo@example.com", "email_change");

    const body = { email: "ADA@example.com" };
    const { json } = who === "the user" ? await put(server, bearer, body) : await edit(server, id, body);

    expect(json).toMatchObject({ email: "ada@example.com" });
    expect(json).not.toHaveProperty("new_email");
    const link = { type: "email_change", token_hash: tokenHash };
    expect(codeOf(await call(server, "POST /verify", { body: link }))).toBe("403 otp_expired");
  });

  it.each(["the user", "an administrator"])("of number ends when %s sets the current value again", async (who) => {
    const server = await startIdentity(open, { settings });
    const id = await aUser(server, { phone: PHONE, phone_confirm: true });
    const { accessToken: bearer } = await signIn(server);
    await put(server, bearer, { phone: "15550000001" });

    const body = { phone: `+${PHONE}` };
    const { json } = who === "the user" ? await put(server, bearer, body) : await edit(server, id, body);

    expect(json).toMatchObject({ phone: PHONE });
    expect(json).not.toHaveProperty("new_phone");
    const proof = { type: "phone_change", phone: "15550000001", token: CODE };
    expect(codeOf(await call(server, "POST /verify", { bearer, body: proof }))).toBe("403 otp_expired");
  });

  it("of a first number or address is sent again", async () => {
    const server = await startIdentity(open, { settings });
    const { json } = await call(server, "POST /signup", { body: {} });
    const bearer = String(json["access_token"]);
    await put(server, bearer, { phone: PHONE });
    await put(server, bearer, { email: "ada@example.com" });
    const first = await server.mailTo("ada@example.com", "email_change");

    const sms = await call(server, "POST /resend", { body: { type: "phone_change", phone: PHONE } });
    const mail = await call(server, "POST /resend", { body: { type: "email_change", email: "ada@example.com" } });

    expect(sms).toMatchObject({ status: 200, json: { message_id: "test-otp" } });
    expect(mail).toMatchObject({ status: 200, json: {} });
    expect(await server.countMails("ada@example.com")).toBe(2);
    const old = { type: "email_change", token_hash: first.tokenHash };
    expect(codeOf(await call(server, "POST /verify", { body: old }))).toBe("403 otp_expired");
  });

  it("is sent again only to the caller when several users wait for the number", async () => {
    const server = await startIdentity(open, { settings });
    const bearers = [];
    for (const email of ["mallory@example.com", "ada@example.com"]) {
      await aUser(server, { email });
      const { accessToken: bearer } = await signIn(server, { email });
      await put(server, bearer, { phone: PHONE });
      bearers.push(bearer);
    }
    const resend = (bearer?: string) => {
      const body = { type: "phone_change", phone: PHONE };
      return call(server, "POST /resend", { body, ...(bearer === undefined ? {} : { bearer }) });
    };

    expect((await resend(bearers[0])).json).toEqual({ message_id: "test-otp" });
    expect((await resend()).json).toEqual({});
  });
});

onEachStore("an administrator", (open) => {
  it.each(["email", "phone"])("cannot confirm the %s of a user who has none", async (field) => {
    const server = await startIdentity(open, { settings });
    const { json } = await call(server, "POST /signup", { body: {} });
    const id = String(Object(json["user"])["id"]);

    expect(codeOf(await edit(server, id, { [`${field}_confirm`]: true }))).toBe("400 validation_failed");

    const value = field === "email" ? "ada@example.com" : PHONE;
    const both = await edit(server, id, { [field]: value, [`${field}_confirm`]: true });
    expect(both).toMatchObject({ status: 200, json: { [field]: value } });
    expect(both.json).toHaveProperty(`${field}_confirmed_at`);
  });

  it("replaces the metadata of a sign-up and of an earlier invitation by inviting", async () => {
    const server = await startIdentity(open, { settings });
    const email = "ada@example.com";
    await call(server, "POST /signup", { body: { email, password: PASSWORD, data: { trap: true, sub: "x" } } });
    const invite = (data?: object) =>
      call(server, "POST /invite", { bearer: server.secretKey, body: { email, ...(data && { data }) } });

    const first = await invite({ team: "night" });
    const second = await invite({ team: "day" });
    const third = await invite();

    expect(first.json).toMatchObject({ user_metadata: { team: "night" }, identities: [{ provider: "email" }] });
    expect(JSON.stringify(first.json)).not.toContain("trap");
    expect(second.json["user_metadata"]).toEqual({ team: "day" });
    expect(third.json["user_metadata"]).toEqual({ team: "day" });
    await server.countMails(email);
    const { tokenHash } = await server.mailTo(email, "invite");
    const accepted = await call(server, "POST /verify", { body: { type: "invite", token_hash: tokenHash } });
    expect(Object(accepted.json["user"])["user_metadata"]).toEqual({ team: "day", email_verified: true });
  });

  it("takes nothing from a user with a confirmed number by inviting the address", async () => {
    const server = await startIdentity(open, { settings });
    await aUser(server, { phone: PHONE, phone_confirm: true, email_confirm: false, user_metadata: { name: "Ada" } });
    const signInByPhone = () =>
      call(server, "POST /token?grant_type=password", { body: { phone: PHONE, password: PASSWORD } });
    const bearer = String((await signInByPhone()).json["access_token"]);

    const body = { email: "ada@example.com", data: { team: "day" } };
    const { json } = await call(server, "POST /invite", { bearer: server.secretKey, body });

    expect(json["user_metadata"]).toMatchObject({ name: "Ada", team: "day" });
    expect((await call(server, "GET /user", { bearer })).status).toBe(200);
    expect((await signInByPhone()).status).toBe(200);
  });

  it("ends with its codes when the password changes, so that another user's code cannot be taken for its own", async () => {
    const server = await startIdentity(open, {
      settings: { "auth.sms.enable_signup": true, "auth.sms.test_otp": ["15550000001:424242"] },
    });
    await aUser(server);
    await aUser(server, { email: "eve@example.com" });
    const ada = (await signIn(server)).accessToken;
    const eve = (await signIn(server, { email: "eve@example.com" })).accessToken;
    for (const bearer of [ada, eve]) await call(server, "PUT /user", { bearer, body: { phone: "15550000001" } });
    const isPending = async (bearer: string) => "new_phone" in (await call(server, "GET /user", { bearer })).json;
    expect(await isPending(ada)).toBe(true);

    await call(server, "PUT /user", { bearer: ada, body: { password: "battery staple horse" } });

    expect(await isPending(ada)).toBe(false);
    expect(await isPending(eve)).toBe(true);
  });

  it("frees the name that a directory gave a user by deleting the user softly", async () => {
    const server = await startIdentity(open, { settings });
    const body = {
      schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
      userName: "ada@example.com",
      externalId: "1",
      emails: [{ value: "ada@example.com", primary: true }],
    };
    const provision = () =>
      call(server, "POST /scim/v2/Users", {
        bearer: SCIM_TOKEN,
        body,
        headers: { "content-type": "application/scim+json" },
      });
    const { json } = await provision();
    expect((await provision()).status).toBe(409);

    const removal = { bearer: server.secretKey, body: { should_soft_delete: true } };
    expect((await call(server, `DELETE /admin/users/${json["id"]}`, removal)).status).toBe(200);

    expect((await provision()).status).toBe(201);
  });

  it("ends flows whose code has not been exchanged yet by deleting the user softly", async () => {
    const server = await startIdentity(open, { settings });
    const id = await aUser(server);
    const verifier = "v".repeat(43);
    const body = { email: "ada@example.com", code_challenge: verifier, code_challenge_method: "plain" };
    await call(server, "POST /recover", { body });
    const { link } = await server.mailTo("ada@example.com", "recovery");
    const opened = await call(server, `GET /verify${link.search}`);
    const code = new URL(String(opened.headers["location"])).searchParams.get("code");
    expect(code).not.toBeNull();

    await call(server, `DELETE /admin/users/${id}`, { bearer: server.secretKey, body: { should_soft_delete: true } });

    const exchange = { auth_code: code, code_verifier: verifier };
    expect(codeOf(await call(server, "POST /token?grant_type=pkce", { body: exchange }))).toBe(
      "404 flow_state_not_found",
    );
  });
});
