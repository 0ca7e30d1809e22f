import { onEachStore } from "@vedette/database/testing";
import { expect, it } from "vitest";
import { aUser, call, PASSWORD, type Reply } from "./call.ts";
import { startIdentity } from "./identity-server.ts";

/** What a stranger sees of a reply; ids and times are no use to them. */
function seen({ status, json, headers }: Reply): unknown {
  return { status, json, retryAfter: headers["retry-after"], code: headers["x-sb-error-code"] };
}

onEachStore("a stranger", (open) => {
  it("cannot tell an unknown address from a wrong password or from a user without one", async () => {
    const server = await startIdentity(open);
    await aUser(server);
    await aUser(server, { email: "no-password@example.com", password: undefined });
    const attempt = (email: string) =>
      call(server, "POST /token?grant_type=password", { body: { email, password: "wrong horse" } });

    const wrong = seen(await attempt("ada@example.com"));

    expect(wrong).toMatchObject({
      status: 400,
      json: { code: 400, error_code: "invalid_credentials", msg: "Invalid login credentials" },
    });
    expect(seen(await attempt("nobody@example.com"))).toEqual(wrong);
    expect(seen(await attempt("no-password@example.com"))).toEqual(wrong);
    expect(seen(await attempt("no address at all"))).toEqual(wrong);
  });

  it.each(["/recover", "/otp", "/resend"] as const)(
    "cannot tell by %s who has an account, nor by its limit",
    async (path) => {
      const server = await startIdentity(open);
      await aUser(server);
      const ask = (email: string) =>
        call(server, `POST ${path}`, { body: { email, type: "signup", create_user: path !== "/otp" } });
      const askKnown = () => call(server, `POST ${path}`, { body: { email: "ada@example.com", type: "signup" } });

      const known = seen(await askKnown());
      expect(known).toEqual({ status: 200, json: {}, retryAfter: undefined, code: undefined });
      if (path !== "/otp") expect(seen(await ask("nobody@example.com"))).toEqual(known);
      const limited = await askKnown();
      expect(limited).toMatchObject({
        status: 429,
        json: {
          error_code: "over_email_send_rate_limit",
          msg: expect.stringMatching(/^For security purposes, you can only request this after \d+ seconds\.$/),
        },
        headers: { "retry-after": expect.stringMatching(/^\d+$/) },
      });
      if (path !== "/otp") expect((await ask("nobody@example.com")).status).toBe(429);
    },
  );

  it("who signs up with a taken address sees a user who does not exist [spec 1, Errors]", async () => {
    const server = await startIdentity(open);
    const id = await aUser(server, { user_metadata: { name: "Ada" } });
    const signUp = (email: string) =>
      call(server, "POST /signup", { body: { email, password: "another horse", data: { name: "Eve" } } });

    const { status, json } = await signUp("ADA@example.com");

    expect(status).toBe(200);
    expect(json).toMatchObject({
      email: "ada@example.com",
      identities: [],
      user_metadata: { name: "Eve" },
      app_metadata: { provider: "email", providers: ["email"] },
    });
    expect(json["id"]).not.toBe(id);
    expect(json).not.toHaveProperty("last_sign_in_at");
    expect(json).not.toHaveProperty("email_confirmed_at");
    expect(await server.countMails("ada@example.com")).toBe(0);
    const fresh = await signUp("new@example.com");
    expect(Object.keys(fresh.json).sort()).toEqual(Object.keys(json).sort());
    const unchanged = await call(server, "POST /token?grant_type=password", {
      body: { email: "ada@example.com", password: PASSWORD },
    });
    expect(unchanged.json["user"]).toMatchObject({ id, user_metadata: { name: "Ada" } });
  });

  it.each([true, false])(
    "who signs up with the address of a provider's account sees the same, with autoconfirm %s [spec 1, Errors]",
    async (autoconfirm) => {
      const server = await startIdentity(open, { settings: { "auth.email.autoconfirm": autoconfirm } });
      const id = await aUser(server, { email: "else@example.com", email_confirm: false });
      await server.db.query(
        `insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
         values ('gh-1', $1, '{"sub":"gh-1","email":"Ada@Example.com"}', 'github', now(), now())`,
        [id],
      );

      const { status, json } = await call(server, "POST /signup", {
        body: { email: "ada@example.com", password: PASSWORD },
      });

      expect({ status, identities: json["identities"] }).toEqual({ status: 200, identities: [] });
      expect(json["id"]).not.toBe(id);
      expect(await server.countMails("ada@example.com")).toBe(0);
    },
  );

  it("who signs up again before confirming changes neither password nor data", async () => {
    const server = await startIdentity(open, { settings: { "auth.email.max_frequency": 0 } });
    const signUp = (password: string, name: string) =>
      call(server, "POST /signup", { body: { email: "ada@example.com", password, data: { name } } });
    const first = await signUp(PASSWORD, "Ada");

    const second = await signUp("eve's horse", "Eve");
    expect(second.json).toMatchObject({ id: first.json["id"], user_metadata: { name: "Ada" } });
    expect(await server.countMails("ada@example.com")).toBe(2);
    const { tokenHash } = await server.mailTo("ada@example.com", "confirmation");
    await call(server, "POST /verify", { body: { type: "signup", token_hash: tokenHash } });

    const signIn = (password: string) =>
      call(server, "POST /token?grant_type=password", { body: { email: "ada@example.com", password } });
    expect((await signIn("eve's horse")).status).toBe(400);
    expect((await signIn(PASSWORD)).status).toBe(200);
  });
});

onEachStore("signing up twice in a row", (open) => {
  it("is answered alike for an address that is taken and one that is free", async () => {
    const server = await startIdentity(open);
    await aUser(server);
    const signUp = (email: string) => call(server, "POST /signup", { body: { email, password: PASSWORD } });
    const twice = async (email: string) => [(await signUp(email)).status, (await signUp(email)).status];

    expect(await twice("ada@example.com")).toEqual([200, 429]);
    expect(await twice("new@example.com")).toEqual([200, 429]);
  });
});

onEachStore("where accounts are hidden from applications, too", (open) => {
  const settings = {
    "auth.security.hide_accounts": true,
    "auth.email.max_frequency": 0,
    "auth.sms.enable_signup": true,
  };

  it("a taken address looks like a new one in everything, and alike each time", async () => {
    const server = await startIdentity(open, { settings });
    await aUser(server);
    await aUser(server, { email: "bob@example.com", phone: "15550000000", phone_confirm: true });
    const data = { nickname: "Eve", a: { bb: 1, c: 2 } };
    const signUp = (address: object) =>
      call(server, "POST /signup", { body: { ...address, password: "another horse", data } });
    /** What differs from user to user is left out; what is left must be the same, down to the order. */
    const shapeOf = (text: string) =>
      text
        .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "id")
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "time")
        .replaceAll(/(ada|new)@example.com|1555\d{7}/g, "address");

    const [taken, again, free] = [
      await signUp({ email: "ada@example.com" }),
      await signUp({ email: "ada@example.com" }),
      await signUp({ email: "new@example.com" }),
    ];
    const [takenNumber, freeNumber] = [await signUp({ phone: "15550000000" }), await signUp({ phone: "15551111111" })];

    expect(shapeOf(taken.text)).toBe(shapeOf(free.text));
    expect(shapeOf(takenNumber.text)).toBe(shapeOf(freeNumber.text));
    expect(again.json["id"]).toBe(taken.json["id"]);
  });

  it("a code seems to be sent to whoever is unknown", async () => {
    const server = await startIdentity(open, { settings });
    await aUser(server);
    const ask = (address: object) => call(server, "POST /otp", { body: { ...address, create_user: false } });

    const replies = [await ask({ email: "ada@example.com" }), await ask({ email: "nobody@example.com" })];
    const number = await ask({ phone: "15550000000" });

    expect(replies.map(({ status, text }) => `${status} ${text}`)).toEqual(["200 {}", "200 {}"]);
    expect(`${number.status} ${number.text}`).toBe("200 {}");
    expect((await server.db.query("select 1 from auth.users")).rows).toHaveLength(1);
  });
});
