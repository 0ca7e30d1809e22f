import { createClient } from "@supabase/supabase-js";
import { TOTP } from "otpauth";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ADA, type BrowserHouse, openHouse } from "./browser-house.ts";

let house: BrowserHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(async () => {
  expect(house.problems).toEqual([]);
  await house[Symbol.asyncDispose]();
});

/** Makes an authenticator app for Ada with the published client, and gives back what shows its codes. */
async function anApp(): Promise<TOTP> {
  const { auth } = createClient(house.url, house.vedette.keys.publishable_key);
  await auth.signInWithPassword(ADA);
  const { data } = await auth.mfa.enroll({ factorType: "totp" });
  if (data === null) throw new Error("no factor was made");
  const app = new TOTP({ secret: data.totp.secret });
  const verified = await auth.mfa.challengeAndVerify({ factorId: data.id, code: app.generate() });
  if (verified.error !== null) throw verified.error;
  return app;
}

it("a password alone opens no page of somebody who has a second factor", async () => {
  const app = await anApp();
  const page = await house.newPage();
  const byPassword = await page.request.post("/api/login", { data: ADA });
  expect([byPassword.status(), (await byPassword.json()).messageId]).toEqual([401, "insufficient_aal"]);
  expect(byPassword.headers()["set-cookie"]).toBeUndefined();

  await page.goto("/sign-in");
  await page.getByRole("textbox", { name: "E-mail" }).fill(ADA.email);
  await page.getByRole("textbox", { name: "Password" }).fill(ADA.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  const code = page.getByRole("textbox", { name: "Code of your authenticator app" });
  await code.fill("000000");
  await page.getByRole("alert").filter({ hasText: "wrong, or too old" }).waitFor();
  // More tries than one question of the server's takes.
  for (const wrong of ["111111", "222222", "333333", "444444", "555555"]) {
    const judged = page.waitForResponse(/\/factors\/[^/]+\/verify$/);
    await code.fill("");
    await code.fill(wrong);
    expect((await judged).status()).toBe(422);
  }
  await code.fill("");
  // The code of this half minute was used up when the app was made.
  await code.fill(app.generate({ timestamp: Date.now() + 30_000 }));

  await page.getByRole("navigation", { name: "Main" }).waitFor();
});

async function configure(fields: object): Promise<void> {
  const response = await fetch(`${house.url}/v1/projects/default/config/auth`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${house.vedette.keys.secret_key}`, "content-type": "application/json" },
    body: JSON.stringify(fields),
  });
  expect(response.status, await response.text()).toBe(200);
}

it("announces a required second factor during the grace period, then opens nothing until one is added", async () => {
  const { auth } = createClient(house.url, house.vedette.keys.secret_key);
  const person = { email: "viewer@example.com", password: "a row of seven herons" };
  await auth.admin.createUser({ ...person, email_confirm: true });
  await configure({ mfa_required_roles: ["Viewer"], mfa_grace_period: "72h" });
  const page = await house.newPage();
  await page.goto("/sign-in");
  await page.getByRole("textbox", { name: "E-mail" }).fill(person.email);
  await page.getByRole("textbox", { name: "Password" }).fill(person.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  const notices = page.getByRole("complementary", { name: "Notices" });
  await notices.getByText("Your account needs a second factor by").waitFor();
  await notices.getByRole("link", { name: "Add a second factor" }).click();
  await page.getByRole("heading", { name: "Second factors" }).waitFor();

  await configure({ mfa_grace_period: "0s" });
  await page.goto("/dashboards");
  await page.getByRole("heading", { name: "Two-factor authentication required" }).waitFor();
  await page.getByRole("button", { name: "Add a second factor" }).click();
  await page.getByRole("button", { name: "Next" }).click();
  const secret = await page.getByRole("dialog").locator("code").textContent();
  await page.getByRole("textbox", { name: "Code of the app" }).fill(new TOTP({ secret: secret ?? "" }).generate());
  await page.getByRole("heading", { name: "Dashboards", level: 1 }).waitFor();
  await configure({ mfa_required_roles: null, mfa_grace_period: null });
});
