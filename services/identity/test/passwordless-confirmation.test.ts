import { onEachStore } from "@vedette/database/testing";
import { expect, it } from "vitest";
import { call, PASSWORD, type Reply } from "./call.ts";
import { type IdentityServer, startIdentity } from "./identity-server.ts";

const EMAIL = "ada@example.com";
const PHONE = "15551234567";
const CODE = "424242";
const SETTINGS = {
  "auth.email.max_frequency": 0,
  "auth.sms.max_frequency": 0,
  "auth.sms.enable_signup": true,
  "auth.sms.test_otp": [`${PHONE}:${CODE}`],
};

type Owner = { readonly email: string } | { readonly phone: string };
const OWNERS: readonly (readonly [string, Owner])[] = [
  ["an e-mail address", { email: EMAIL }],
  ["a phone number", { phone: PHONE }],
];

const signUp = (server: IdentityServer, owner: Owner) =>
  call(server, "POST /signup", { body: { ...owner, password: PASSWORD } });
const requestCode = (server: IdentityServer, owner: Owner) => call(server, "POST /otp", { body: owner });

/** Redeems the newest code that was sent to the owner. */
async function confirm(server: IdentityServer, owner: Owner): Promise<Reply> {
  if ("phone" in owner) return call(server, "POST /verify", { body: { ...owner, type: "sms", token: CODE } });
  const mails = await server.countMails(owner.email);
  const { code } = await server.mailTo(owner.email, "confirmation");
  expect(mails).toBeGreaterThan(0);
  return call(server, "POST /verify", { body: { ...owner, type: "signup", token: code } });
}

async function passwordSignIn(server: IdentityServer, owner: Owner): Promise<string> {
  const body = { ...owner, password: PASSWORD };
  const { status, json } = await call(server, "POST /token?grant_type=password", { body });
  return `${status} ${json["error_code"] ?? ""}`.trim();
}

onEachStore("a passwordless confirmation", (open) => {
  it.each(OWNERS)("removes the password of an unconfirmed user with %s", async (_title, owner) => {
    const server = await startIdentity(open, { settings: SETTINGS });
    const { json: stranger } = await signUp(server, owner);
    await requestCode(server, owner);

    const { status, json } = await confirm(server, owner);

    expect({ status, user: json["user"] }).toMatchObject({ status: 200, user: { id: stranger["id"], ...owner } });
    expect(await passwordSignIn(server, owner)).toBe("400 invalid_credentials");
    const changed = await call(server, "PUT /user", {
      bearer: String(json["access_token"]),
      body: { password: PASSWORD },
    });
    expect(changed.status).toBe(200);
    expect(await passwordSignIn(server, owner)).toBe("200");
  });

  it.each(OWNERS)("removes it also when the sign-up is repeated afterwards, with %s", async (_title, owner) => {
    const server = await startIdentity(open, { settings: SETTINGS });
    await signUp(server, owner);
    await requestCode(server, owner);
    await signUp(server, owner);

    expect((await confirm(server, owner)).status).toBe(200);
    expect(await passwordSignIn(server, owner)).toBe("400 invalid_credentials");
  });

  it.each(OWNERS)("keeps the password of a confirmed user with %s", async (_title, owner) => {
    const server = await startIdentity(open, { settings: SETTINGS });
    await signUp(server, owner);
    expect((await confirm(server, owner)).status).toBe(200);
    expect(await passwordSignIn(server, owner)).toBe("200");
    await requestCode(server, owner);

    const { status } =
      "phone" in owner
        ? await confirm(server, owner)
        : await call(server, "POST /verify", {
            body: { ...owner, type: "magiclink", token: (await server.mailTo(owner.email, "magic_link")).code },
          });

    expect(status).toBe(200);
    expect(await passwordSignIn(server, owner)).toBe("200");
  });

  it("needs no SMS provider to resend the code of a test number that no user has", async () => {
    const server = await startIdentity(open, { settings: SETTINGS, delivery: { "auth.sms.use_inbox": false } });

    const resent = await call(server, "POST /resend", { body: { type: "sms", phone: PHONE } });

    expect(resent).toMatchObject({ status: 200, json: {} });
  });
});
