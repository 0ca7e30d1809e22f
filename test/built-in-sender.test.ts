import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call } from "./call.ts";
import { addPerson, becomeAdministrator, mailTo } from "./people.ts";
import { type RunningVedette, startVedette } from "./running-server.ts";

describe("a watch room without a mail server", () => {
  let vedette: RunningVedette;
  let cookie: string;

  beforeAll(async () => {
    vedette = await startVedette({
      env: {
        VEDETTE_EXTERNAL_EMAIL_AUTHORIZED_ADDRESSES: "",
        VEDETTE_RATE_LIMITS_EMAIL_INBUILT_SMTP_PER_HOUR: "",
      },
    });
    cookie = await becomeAdministrator(vedette);
  }, 120_000);

  afterAll(async () => void (await vedette.stop()));

  it("mails the team, twice an hour, and nobody else [spec 1, Limits]", async () => {
    const { url, keys } = vedette;
    const invite = (email: string) => call(`${url}/api/org/invites`, { cookie, body: { email, role: "Viewer" } });
    const recover = (email: string) => call(`${url}/auth/v1/recover`, { body: { email } });
    await addPerson(vedette, "stranger@example.com");

    expect((await recover("stranger@example.com")).body).toMatchObject({ error_code: "email_address_not_authorized" });
    const asUser = { bearer: keys.secret_key, body: { email: "user@example.com" } };
    expect((await call(`${url}/auth/v1/invite`, asUser)).status).toBe(400);
    expect((await invite("grace@example.com")).status).toBe(200);
    expect((await mailTo(vedette, "grace@example.com")).subject).toMatch(/invited/);
    expect((await recover("ada@example.com")).status).toBe(200);
    expect((await invite("third@example.com")).status).toBe(429);
    const people = await call<{ users?: object[] }>(`${url}/api/users`, { cookie });
    expect(people.text).not.toContain("third@example.com");
  });
});
