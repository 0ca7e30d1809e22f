import { onEachStore } from "@vedette/database/testing";
import { SignJWT } from "jose";
import { expect, it } from "vitest";
import { aUser, call, PASSWORD, refresh } from "./call.ts";
import { startIdentity } from "./identity-server.ts";
import { clientOf } from "./published-client-of.ts";
import { startSmsProvider as startVerifier } from "./sms-provider.ts";

const on = (url: string) => ({
  "auth.captcha.enabled": true,
  "auth.captcha.secret": "secret of the site",
  "auth.captcha.verify_url": `${url}/siteverify`,
});

onEachStore("a captcha", (open) => {
  const verifier = () =>
    startVerifier(({ form }) => ({
      json: form["response"] === "a person" ? { success: true } : { success: false, "error-codes": ["invalid-input"] },
    }));

  it("is checked before anything else [spec 1, Authentication: Abuse]", async () => {
    const { url, requests } = await verifier();
    const server = await startIdentity(open, { settings: on(url) });
    await aUser(server);
    const { auth } = clientOf(server);
    const account = { email: "ada@example.com", password: PASSWORD };

    const none = await auth.signInWithPassword(account);
    const wrong = await auth.signInWithPassword({ ...account, options: { captchaToken: "a program" } });
    const right = await auth.signInWithPassword({ ...account, options: { captchaToken: "a person" } });

    const refusal = "captcha protection: request disallowed";
    expect([none.error?.code, none.error?.message]).toEqual(["captcha_failed", `${refusal} (no captcha_token found)`]);
    expect([wrong.error?.code, wrong.error?.message]).toEqual(["captcha_failed", `${refusal} (invalid-input)`]);
    expect(right.error).toBeNull();
    expect(requests[0]?.form).toEqual({ secret: "secret of the site", response: "a program", remoteip: "127.0.0.1" });
  });

  it("guards what strangers may try, and nothing else", async () => {
    const { url } = await verifier();
    const secret = "a shared secret of thirty-two bytes";
    const server = await startIdentity(open, { settings: { ...on(url), "auth.jwt_secret": secret } });
    await aUser(server);
    const tokenOf = (role: string) =>
      new SignJWT({ role }).setProtectedHeader({ alg: "HS256" }).setExpirationTime("1h").sign(Buffer.from(secret));
    const body = { email: "ada@example.com", password: PASSWORD, type: "signup" };
    const guarded = [
      "/signup",
      "/otp",
      "/magiclink",
      "/recover",
      "/resend",
      "/passkeys/authentication/options",
    ] as const;

    for (const path of guarded) {
      expect((await call(server, `POST ${path}`, { body })).json["error_code"], path).toBe("captcha_failed");
    }
    const security = { gotrue_meta_security: { captcha_token: "a person" } };
    const signedIn = await call(server, "POST /token?grant_type=password", { body: { ...body, ...security } });
    expect((await refresh(server, String(signedIn.json["refresh_token"]))).status).toBe(200);
    expect((await call(server, "POST /recover", { body, bearer: server.secretKey })).status).toBe(200);
    const others = { body: { ...body, email: "bob@example.com" } };
    expect((await call(server, "POST /recover", { ...others, bearer: await tokenOf("anon") })).status).toBe(400);
    expect((await call(server, "POST /recover", { ...others, bearer: await tokenOf("service_role") })).status).toBe(
      200,
    );
    expect((await call(server, "POST /verify", { body: { type: "email", token_hash: "x" } })).json["error_code"]).toBe(
      "otp_expired",
    );
  });

  it("that nobody can check lets nobody in", async () => {
    const server = await startIdentity(open, { settings: on("http://127.0.0.1:9") });
    const body = { email: "ada@example.com", gotrue_meta_security: { captcha_token: "a person" } };

    expect((await call(server, "POST /recover", { body })).status).toBe(500);
  });
});
