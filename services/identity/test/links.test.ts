import { onEachStore } from "@vedette/database/testing";
import { expect, it } from "vitest";
import { aUser, call, PASSWORD } from "./call.ts";
import { type IdentityServer, SITE, startIdentity } from "./identity-server.ts";
import { openLink } from "./published-client-of.ts";

const EMAIL = "ada@example.com";

function signUp(server: IdentityServer, redirectTo = "") {
  return call(server, `POST /signup?redirect_to=${encodeURIComponent(redirectTo)}`, {
    body: { email: EMAIL, password: PASSWORD },
  });
}

function verifyCode(server: IdentityServer, token: string, type = "signup") {
  return call(server, "POST /verify", { body: { type, email: EMAIL, token } });
}

onEachStore("a link in a mail", (open) => {
  it("works once", async () => {
    const server = await startIdentity(open);
    await signUp(server);
    const { link } = await server.mailTo(EMAIL, "confirmation");

    const first = await openLink(link);
    const second = await openLink(link);

    expect(first.fragment.get("access_token")).toEqual(expect.any(String));
    expect(second.url.href).toBe(
      `${SITE}/#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb=`,
    );
  });

  it("opened by fifty at once signs in one", async () => {
    const server = await startIdentity(open);
    await signUp(server);
    const { tokenHash } = await server.mailTo(EMAIL, "confirmation");
    const body = { type: "signup", token_hash: tokenHash };
    const verify = (index: number) => call(server, "POST /verify", { body, from: `10.0.0.${index}` });

    const replies = await Promise.all(Array.from({ length: 50 }, (_, index) => verify(index)));

    expect(replies.filter(({ status }) => status === 200).length).toBe(1);
    expect(replies.filter(({ json }) => json["error_code"] === "otp_expired").length).toBe(49);
  });

  it("has expired after an hour [spec 1, Limits]", async () => {
    const server = await startIdentity(open);
    await signUp(server);
    const { link, code } = await server.mailTo(EMAIL, "confirmation");
    await server.db.query("update auth.one_time_tokens set created_at = created_at - interval '59 minutes'");
    await server.db.query("update auth.one_time_tokens set created_at = created_at - interval '61 seconds'");

    const { fragment } = await openLink(link);

    expect(fragment.get("error_code")).toBe("otp_expired");
    expect(await verifyCode(server, code)).toMatchObject({
      status: 403,
      json: { error_code: "otp_expired", msg: "Token has expired or is invalid" },
    });
  });

  it("still works after 59 minutes", async () => {
    const server = await startIdentity(open);
    await signUp(server);
    const { code } = await server.mailTo(EMAIL, "confirmation");
    await server.db.query("update auth.one_time_tokens set created_at = created_at - interval '59 minutes'");

    expect((await verifyCode(server, code)).status).toBe(200);
  });

  it("is not used up by a scanner that looks first", async () => {
    const server = await startIdentity(open);
    await signUp(server);
    const { link } = await server.mailTo(EMAIL, "confirmation");

    expect((await fetch(link, { method: "HEAD", redirect: "manual" })).status).toBe(200);
    for (const header of ["purpose", "sec-purpose"]) {
      expect((await fetch(link, { headers: { [header]: "prefetch" }, redirect: "manual" })).status).toBe(204);
    }

    expect((await openLink(link)).fragment.get("access_token")).toEqual(expect.any(String));
  });

  it("is used up by the button of a page where mail programs open links themselves", async () => {
    const settings = {
      "auth.email.link_confirmation": true,
      "auth.additional_redirect_urls": ["https://app.example/**"],
    };
    const server = await startIdentity(open, { settings });
    await signUp(server, "https://app.example/in?a=1&b=2");
    const { link } = await server.mailTo(EMAIL, "confirmation");
    const press = (fields: Readonly<Record<string, string>>) =>
      fetch(`${server.url}/auth/v1/verify/link`, {
        method: "POST",
        body: new URLSearchParams(fields),
        redirect: "manual",
      });

    const pages = [await fetch(link), await fetch(link)];
    const page = await pages[1]?.text();
    const fields = Object.fromEntries(
      [...(page ?? "").matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
        name,
        value.replaceAll("&amp;", "&"),
      ]),
    );
    const elsewhere = await press({ ...fields, token: "unknown", redirect_to: "https://evil.example/" });
    const pressed = await press(fields);

    expect(pages.map(({ status }) => status)).toEqual([200, 200]);
    expect(pages[0]?.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(pages[0]?.headers.get("referrer-policy")).toBe("no-referrer");
    expect(pages[0]?.headers.get("x-frame-options")).toBe("DENY");
    expect(page).not.toMatch(/<script|src=/);
    expect(elsewhere.headers.get("location")).toMatch(new RegExp(`^${SITE}/?#.*error_code=otp_expired`));
    expect(pressed.status).toBe(303);
    expect(pressed.headers.get("location")).toMatch(/^https:\/\/app\.example\/in\?a=1&b=2#access_token=/);
  });

  it("leads where it was asked to when that is allowed, else to the site [spec 1, Errors]", async () => {
    const settings = { "auth.email.max_frequency": 0, "auth.additional_redirect_urls": ["https://*.app.example/**"] };
    const server = await startIdentity(open, { settings });
    const landing = async (redirectTo: string) => {
      await signUp(server, redirectTo);
      await server.countMails(EMAIL);
      const { link } = await server.mailTo(EMAIL, "confirmation");
      return link.searchParams.get("redirect_to");
    };

    expect(await landing("https://a.app.example/x?y=1&z=2#f")).toBe("https://a.app.example/x?y=1&z=2#f");
    expect(await landing("https://app.example.evil/")).toBe(SITE);
    const { link } = await server.mailTo(EMAIL, "confirmation");
    link.searchParams.set("redirect_to", "https://evil.example/");
    expect((await openLink(link)).url.origin).toBe(SITE);
  });

  it("proves nothing about a number", async () => {
    const server = await startIdentity(open);
    await aUser(server, { email_confirm: false, phone: "15551234567" });
    await call(server, "POST /resend", { body: { type: "signup", email: EMAIL } });
    const { link, tokenHash } = await server.mailTo(EMAIL, "confirmation");
    link.searchParams.set("type", "sms");

    const sent = await call(server, "POST /verify", { body: { type: "sms", token_hash: tokenHash } });

    expect(sent).toMatchObject({ status: 400, json: { error_code: "validation_failed" } });
    expect((await openLink(link)).fragment.get("error_code")).toBe("validation_failed");
    const { rows } = await server.db.query("select phone_confirmed_at, email_confirmed_at from auth.users");
    expect(rows).toEqual([{ phone_confirmed_at: null, email_confirmed_at: null }]);
  });

  it("begins with the configured address, whatever host the request names", async () => {
    const server = await startIdentity(open);
    await call(server, "POST /signup", {
      body: { email: EMAIL, password: PASSWORD },
      headers: { "x-forwarded-host": "evil.example", "x-forwarded-proto": "gopher" },
    });

    const { link, text, html } = await server.mailTo(EMAIL, "confirmation");

    expect(link.origin).toBe(server.url);
    expect(text + html).not.toContain("evil.example");
  });
});

onEachStore("a code in a mail", (open) => {
  it("is burnt by the fifth wrong guess, and a new one works", async () => {
    const server = await startIdentity(open, { settings: { "auth.email.max_frequency": 0 } });
    await signUp(server);
    const { code } = await server.mailTo(EMAIL, "confirmation");
    const wrong = code === "000000" ? "111111" : "000000";

    for (let guess = 1; guess <= 5; guess += 1) expect((await verifyCode(server, wrong)).status).toBe(403);
    expect((await verifyCode(server, code)).json["error_code"]).toBe("otp_expired");
    await call(server, "POST /resend", { body: { type: "signup", email: EMAIL } });
    await server.countMails(EMAIL);
    const fresh = await server.mailTo(EMAIL, "confirmation");
    for (let guess = 1; guess <= 4; guess += 1) await verifyCode(server, fresh.code === wrong ? "222222" : wrong);

    expect((await verifyCode(server, fresh.code)).status).toBe(200);
  });

  it("cannot be found by guessing with many requests at once", async () => {
    const server = await startIdentity(open);
    await signUp(server);
    const { code } = await server.mailTo(EMAIL, "confirmation");
    const wrong = Array.from({ length: 30 }, (_, index) => String((Number(code) + index + 1) % 1_000_000));

    await Promise.all(wrong.map((guess) => verifyCode(server, guess.padStart(6, "0"))));
    await server.db.query("delete from vedette.rate_limits");

    expect((await verifyCode(server, code)).json["error_code"]).toBe("otp_expired");
  });

  it("is not taken from anybody while somebody guesses from everywhere, and links go on working", async () => {
    const settings = { "auth.rate_limits.verification.wrong_codes_per_hour": 10 };
    const server = await startIdentity(open, { settings });
    await signUp(server);
    const { code, link } = await server.mailTo(EMAIL, "confirmation");
    const guess = (from: string) =>
      call(server, "POST /verify", { body: { type: "email", email: "nobody@example.com", token: "000000" }, from });

    for (let at = 1; at <= 10; at += 1) expect((await guess(`203.0.113.${at}`)).status).toBe(403);

    const refused = await verifyCode(server, code);
    expect(refused).toMatchObject({ status: 429, json: { error_code: "over_request_rate_limit" } });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(3000);
    expect((await openLink(link)).fragment.get("access_token")).toEqual(expect.any(String));
    await server.db.query("update vedette.rate_limits set full_at = now() - interval '1 second'");
    expect((await guess("203.0.113.1")).status).toBe(403);
  });

  it("is good for its own address, kind and purpose only", async () => {
    const server = await startIdentity(open);
    await signUp(server);
    await aUser(server, { email: "bob@example.com" });
    const { code } = await server.mailTo(EMAIL, "confirmation");

    expect((await verifyCode(server, code, "recovery")).status).toBe(403);
    expect((await verifyCode(server, code, "email_change")).status).toBe(403);
    const other = await call(server, "POST /verify", {
      body: { type: "email", email: "bob@example.com", token: code },
    });
    expect(other.status).toBe(403);
    expect((await verifyCode(server, code, "email")).status).toBe(200);
  });

  it("is not stored anywhere as it is", async () => {
    const server = await startIdentity(open);
    await signUp(server);
    const { code, tokenHash } = await server.mailTo(EMAIL, "confirmation");

    const { rows } = await server.db.query("select * from auth.users, auth.one_time_tokens");

    expect(rows[0]?.["confirmation_token"]).toBe(tokenHash);
    expect(rows[0]?.["token_hash"]).toBe(tokenHash);
    const values = Object.values(rows[0] ?? {}).filter((value) => typeof value === "string");
    expect(values).not.toContain(code);
    expect(tokenHash).toMatch(/^[A-Za-z0-9_-]{24}$/);
  });

  it("sent again makes the one before worthless", async () => {
    const server = await startIdentity(open, { settings: { "auth.email.max_frequency": 0 } });
    await signUp(server);
    const before = await server.mailTo(EMAIL, "confirmation");
    await call(server, "POST /resend", { body: { type: "signup", email: EMAIL } });
    await server.countMails(EMAIL);
    const after = await server.mailTo(EMAIL, "confirmation");

    expect(after.tokenHash).not.toBe(before.tokenHash);
    const verify = (tokenHash: string) =>
      call(server, "POST /verify", { body: { type: "signup", token_hash: tokenHash } });
    expect((await verify(before.tokenHash)).status).toBe(403);
    expect((await verify(after.tokenHash)).status).toBe(200);
  });
});

onEachStore("an invitation", (open) => {
  const invite = (server: IdentityServer, body: object, query = "") =>
    call(server, `POST /invite${query}`, { body, bearer: server.secretKey });

  it("makes an unconfirmed user with the data given, and the link signs in [spec 1, States]", async () => {
    const server = await startIdentity(open, { settings: { "auth.additional_redirect_urls": [`${SITE}/**`] } });

    const { status, json } = await invite(
      server,
      { email: EMAIL, data: { name: "Ada" } },
      `?redirect_to=${encodeURIComponent(`${SITE}/join`)}`,
    );
    expect(status).toBe(200);
    expect(json).toMatchObject({ email: EMAIL, user_metadata: { name: "Ada" }, invited_at: expect.any(String) });
    expect(json).not.toHaveProperty("confirmed_at");
    const { link } = await server.mailTo(EMAIL, "invite");
    expect(link.searchParams.get("type")).toBe("invite");
    const { url, fragment } = await openLink(link);
    expect(url.pathname).toBe("/join");
    expect(fragment.get("type")).toBe("invite");

    const bearer = fragment.get("access_token") ?? "";
    const joined = await call(server, "PUT /user", { bearer, body: { password: PASSWORD } });
    expect(joined.json).toMatchObject({ confirmed_at: expect.any(String), user_metadata: { name: "Ada" } });
    const signIn = await call(server, "POST /token?grant_type=password", {
      body: { email: EMAIL, password: PASSWORD },
    });
    expect(signIn.status).toBe(200);
  });

  it("for the address of a confirmed user is refused [spec 1, States]", async () => {
    const server = await startIdentity(open);
    await aUser(server);

    expect(await invite(server, { email: EMAIL })).toMatchObject({
      status: 422,
      json: { error_code: "email_exists", msg: "A user with this email address has already been registered" },
    });
  });

  it("sent again makes the old link worthless, at once", async () => {
    const server = await startIdentity(open);
    const first = await invite(server, { email: EMAIL });
    const before = await server.mailTo(EMAIL, "invite");
    const second = await invite(server, { email: EMAIL });
    await server.countMails(EMAIL);
    const after = await server.mailTo(EMAIL, "invite");

    expect(second.json["id"]).toBe(first.json["id"]);
    expect((await openLink(before.link)).fragment.get("error_code")).toBe("otp_expired");
    expect((await openLink(after.link)).fragment.get("access_token")).toEqual(expect.any(String));
  });

  it("takes the password of whoever signed up with the address before without proving it", async () => {
    const server = await startIdentity(open, { settings: { "auth.email.max_frequency": 0 } });
    await signUp(server);
    await invite(server, { email: EMAIL });

    await openLink((await server.mailTo(EMAIL, "invite")).link);

    const squatter = { email: EMAIL, password: PASSWORD };
    expect((await call(server, "POST /token?grant_type=password", { body: squatter })).status).toBe(400);
  });

  it("leads to the site when its redirect is not allowed, without an error [spec 1, Errors]", async () => {
    const server = await startIdentity(open);

    const { status } = await invite(server, { email: EMAIL }, "?redirect_to=https%3A%2F%2Fevil.example%2F");

    expect(status).toBe(200);
    expect((await server.mailTo(EMAIL, "invite")).link.searchParams.get("redirect_to")).toBe(SITE);
  });

  it("to one address by many administrators at once is one user", async () => {
    const server = await startIdentity(open);

    const replies = await Promise.all(Array.from({ length: 10 }, () => invite(server, { email: EMAIL })));

    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(replies.map(({ json }) => json["id"])).size).toBe(1);
  });
});

onEachStore("signing up with one address many times at once", (open) => {
  it("makes one user and sends one mail", async () => {
    const server = await startIdentity(open);

    const replies = await Promise.all(Array.from({ length: 20 }, () => signUp(server)));

    const accepted = replies.filter(({ status }) => status === 200);
    expect(accepted.length).toBe(1);
    expect(replies.filter(({ status }) => status === 429).length).toBe(19);
    const { rows } = await server.db.query("select id from auth.users");
    expect(rows.length).toBe(1);
    expect(await server.countMails(EMAIL)).toBe(1);
  });
});
