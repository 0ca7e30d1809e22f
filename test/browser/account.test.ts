import { createClient } from "@supabase/supabase-js";
import { TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { type BrowserHouse, holdAnswers, mailedCode, openHouse, withPasskeys } from "./browser-house.ts";

const PHONE = "15005550006";

let house: BrowserHouse;
beforeAll(async () => {
  house = await openHouse({
    VEDETTE_PASSKEY_ENABLED: "true",
    VEDETTE_MFA_WEB_AUTHN_ENROLL_ENABLED: "true",
    VEDETTE_MFA_WEB_AUTHN_VERIFY_ENABLED: "true",
    VEDETTE_EXTERNAL_PHONE_ENABLED: "true",
    VEDETTE_SMS_USE_INBOX: "true",
    VEDETTE_USER_NAMES_ENABLED: "true",
    VEDETTE_SECURITY_SELF_DELETE_ENABLED: "true",
    VEDETTE_SMS_TEST_OTP: `${PHONE}=135790`,
  });
}, 120_000);
afterAll(async () => {
  expect(house.problems).toEqual([]);
  await house[Symbol.asyncDispose]();
});

/** A colleague with a password, signed in nowhere. */
async function aPerson(email: string): Promise<{ email: string; password: string }> {
  const { auth } = createClient(house.url, house.vedette.keys.secret_key);
  const password = "a row of seven herons";
  const { error } = await auth.admin.createUser({ email, password, email_confirm: true });
  if (error !== null) throw error;
  return { email, password };
}

async function signInByForm(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto("/sign-in");
  await page.getByRole("textbox", { name: "E-mail" }).fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

const isFocused = (element: Element) => element === document.activeElement;

const isIn = (page: Page) => page.getByRole("navigation", { name: "Main" }).waitFor();

/** Checks that the browser session counts as a sign-in of its user, whatever the sign-in method. */
async function expectInteractive(page: Page): Promise<void> {
  expect((await page.request.get("/api/user/tokens")).status()).toBe(200);
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Account", exact: true }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
}

it("somebody who forgot the password chooses a new one with the code of a mail", async () => {
  const { email } = await aPerson("forgetful@example.com");
  const page = await house.newPage();
  await page.goto("/sign-in");
  await page.getByRole("textbox", { name: "E-mail" }).fill(email);
  await page.getByRole("link", { name: "Forgot the password?" }).click();
  await page.getByRole("button", { name: "Send the mail" }).click();
  await page.getByText(`If ${email} is known here`).waitFor();
  await page.getByRole("textbox", { name: "Code", exact: true }).fill(await mailedCode(await house.adminPage(), email));
  await page.getByRole("textbox", { name: "Password" }).fill("another row of nine herons");
  await page.getByRole("button", { name: "Set password" }).click();
  await isIn(page);

  await signOut(page);
  await signInByForm(page, { email, password: "another row of nine herons" });
  await isIn(page);
});

it("a code by mail signs in, a wrong one does not, and an unknown address looks the same", async () => {
  const { email } = await aPerson("codes@example.com");
  const page = await house.newPage();
  for (const address of ["nobody@example.com", email]) {
    await page.goto("/sign-in/verify?via=email");
    await page.getByRole("textbox", { name: "E-mail" }).fill(address);
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText(`If ${address} is known here`).waitFor();
    await page.getByRole("textbox", { name: "Code", exact: true }).fill("000000");
    await page.getByRole("alert").filter({ hasText: "wrong, or too old" }).waitFor();
  }
  // Pasted over the wrong one, it is sent off as well.
  await page.getByRole("textbox", { name: "Code", exact: true }).fill(await mailedCode(await house.adminPage(), email));
  await isIn(page);
  await expectInteractive(page);
});

it("a code of eight digits is sent off with the eighth, and not with the sixth", async () => {
  const { email } = await aPerson("eight@example.com");
  const configure = async (length: number | null) => {
    const answer = await fetch(`${house.url}/v1/projects/default/config/auth`, {
      method: "PATCH",
      headers: { authorization: `Bearer ${house.vedette.keys.secret_key}`, "content-type": "application/json" },
      body: JSON.stringify({ mailer_otp_length: length }),
    });
    expect(answer.status).toBe(200);
  };
  await configure(8);
  onTestFinished(() => configure(null));
  const page = await house.newPage();
  const tries: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/auth/v1/verify")) tries.push(request.postDataJSON().token);
  });
  await page.goto("/sign-in/verify?via=email");
  await page.getByRole("textbox", { name: "E-mail" }).fill(email);
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("8 digits. The code is submitted when it is complete.").waitFor();
  const code = await mailedCode(await house.adminPage(), email);

  await page.getByRole("textbox", { name: "Code", exact: true }).pressSequentially(code);
  await isIn(page);

  expect(code).toHaveLength(8);
  expect(tries).toEqual([code]);
});

it("a code that counted goes on where signing in failed after it", async () => {
  const { email } = await aPerson("retrier@example.com");
  const page = await house.newPage();
  await page.goto("/sign-in/verify?via=email");
  await page.getByRole("textbox", { name: "E-mail" }).fill(email);
  await page.getByRole("button", { name: "Send" }).click();
  const code = await mailedCode(await house.adminPage(), email);
  const login = /\/api\/login$/;
  await page.route(login, (route) => route.abort("connectionrefused"));
  await page.getByRole("textbox", { name: "Code", exact: true }).pressSequentially(code);
  await page
    .getByRole("alert")
    .getByText(/^The server does not answer/)
    .waitFor();
  await page.unroute(login);
  await page.getByRole("textbox", { name: "Code", exact: true }).press("Enter");
  await isIn(page);
});

it("a change of address says which of the two addresses has confirmed it", async () => {
  const person = await aPerson("mover@example.com");
  const admin = await house.adminPage();
  const linkTo = async (to: string) => {
    const { mails } = await (await admin.request.get("/api/inbox")).json();
    const { id } = mails.find((head: { to: string }) => head.to === to);
    const { text } = await (await admin.request.get(`/api/inbox/${id}`)).json();
    return /https?:\S+/.exec(text)?.[0] ?? "";
  };
  const page = await house.newPage();
  await signInByForm(page, person);
  await isIn(page);
  await page.goto("/account");
  await page.getByRole("button", { name: "Change: E-mail" }).click();
  const field = page.getByRole("dialog").getByRole("textbox", { name: "E-mail" });
  await field.fill("ada@example.com");
  await page.getByRole("dialog").getByRole("button", { name: "Change" }).click();
  await page
    .getByRole("dialog")
    .getByText(/already been registered/)
    .waitFor();
  expect(await field.getAttribute("aria-invalid")).toBe("true");
  await field.fill("moved@example.com");
  await page.getByRole("dialog").getByRole("button", { name: "Change" }).click();
  await page.getByText("Waits to become moved@example.com.").waitFor();
  await expect.poll(() => linkTo("moved@example.com")).toContain("http");

  await page.goto(await linkTo("moved@example.com"));
  await page.getByRole("heading", { name: "One of two is done" }).waitFor();
  await page.getByRole("link", { name: "To your account" }).click();
  await page.getByText("Confirmed from moved@example.com. Not yet from mover@example.com").waitFor();
  await page.goto(await linkTo("mover@example.com"));
  await isIn(page);
  await page.goto("/account");
  await page.getByText("moved@example.com", { exact: true }).waitFor();
  await page.getByText("Waits to become").waitFor({ state: "detached" });
  await admin.close();
});

it("a number is added with the code sent to it, and signs in from then on", async () => {
  const person = await aPerson("caller@example.com");
  const page = await house.newPage();
  await signInByForm(page, person);
  await isIn(page);
  await page.goto("/account");
  await page.getByRole("button", { name: "Change: Phone number" }).click();
  await page.getByRole("textbox", { name: "Phone number" }).fill(`+${PHONE}`);
  // The second step is ready before what the first one changed has been asked for again.
  const letGo = await holdAnswers(page, /\/(auth\/v1|api)\/user$/);
  await page.getByRole("button", { name: "Change", exact: true }).click();
  const code = page.getByRole("textbox", { name: `Code that we sent to +${PHONE}` });
  await code.fill("000 000");
  await page.getByRole("alert").filter({ hasText: "wrong, or too old" }).waitFor();
  await page.getByRole("button", { name: /^Another code in/ }).waitFor();
  await code.fill("");
  const confirmed = page.waitForResponse(/\/auth\/v1\/verify/);
  await code.fill("135-790");
  expect((await confirmed).status()).toBe(200);
  letGo();
  await page.getByText(`+${PHONE}`, { exact: true }).waitFor();
  await signOut(page);

  await page.getByRole("link", { name: "Use a phone number" }).click();
  await page.getByRole("textbox", { name: "Phone number" }).fill(`+${PHONE}`);
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("textbox", { name: "Code", exact: true }).fill("135790");
  await isIn(page);
});

it("a passkey is added, named, signs in, and is removed", async () => {
  const person = await aPerson("keys@example.com");
  const page = await house.newPage();
  await withPasskeys(page);
  await signInByForm(page, person);
  await isIn(page);
  await page.goto("/account/identities");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const keys = page.getByRole("list", { name: "Passkeys" });
  await keys.getByRole("listitem").waitFor();
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("alert").filter({ hasText: "This device has a key for this account already." }).waitFor();
  await keys.getByRole("button", { name: "Rename: Passkey" }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Laptop at work");
  await page.keyboard.press("Enter");
  await keys.getByText("Laptop at work").waitFor();
  await signOut(page);

  await page.getByRole("button", { name: "Use a passkey" }).click();
  await isIn(page);
  await expectInteractive(page);
  await page.goto("/account/identities");
  await keys.getByRole("button", { name: "Remove: Laptop at work" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await keys.waitFor({ state: "detached" });
});

it("second factors are added, asked for, replaced by a recovery code on a bad day, and removed", async () => {
  const person = await aPerson("twice@example.com");
  const page = await house.newPage();
  await withPasskeys(page);
  await signInByForm(page, person);
  await isIn(page);
  await page.goto("/account/identities");
  await page.getByRole("button", { name: "Add a second factor" }).click();
  await page.getByRole("button", { name: /Kind/ }).and(page.locator(":focus")).waitFor();
  await page.getByRole("textbox", { name: "Name" }).fill("Work phone");
  await page.getByRole("button", { name: "Next" }).click();
  const secret = await page.getByRole("dialog").locator("code").textContent();
  const drawn = () => page.locator("img.v-qr").evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth);
  await expect.poll(drawn).toBeGreaterThan(0);
  await page.getByRole("textbox", { name: "Code of the app" }).fill(new TOTP({ secret: secret ?? "" }).generate());
  const factors = page.getByRole("list", { name: "Second factors" });
  await factors.getByText("Authenticator app: Work phone").waitFor();
  await expectInteractive(page);

  await page.getByRole("button", { name: "Add a second factor" }).click();
  await page.getByRole("button", { name: /Kind/ }).click();
  await page.getByRole("option", { name: "Security key" }).click();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click();
  await factors.getByText("Security key").waitFor();

  await page.getByRole("button", { name: "Make recovery codes" }).click();
  const code = await page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem").first().textContent();
  await signOut(page);

  await signInByForm(page, person);
  await page.getByRole("button", { name: /How/ }).click();
  await page.getByRole("option", { name: "Security key" }).click();
  await page.getByRole("button", { name: "Use the security key" }).click();
  await isIn(page);
  await expectInteractive(page);
  await signOut(page);

  await signInByForm(page, person);
  await page.getByRole("button", { name: /How/ }).click();
  await page.getByRole("option", { name: "Recovery code" }).click();
  await page.getByRole("textbox", { name: "Recovery code" }).fill(code ?? "");
  await page.getByRole("button", { name: "Sign in" }).click();
  await isIn(page);

  await page.goto("/account/identities");
  await factors.getByRole("button", { name: "Remove: Security key" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await factors.getByText("Security key").waitFor({ state: "detached" });
});

it("the other sessions are shown and ended from the account page", async () => {
  const person = await aPerson("everywhere@example.com");
  const [here, there] = [await house.newPage(), await house.newPage()];
  for (const page of [here, there]) {
    await signInByForm(page, person);
    await isIn(page);
  }
  await there.goto("/account");
  await there.getByRole("button", { name: "Change: Name" }).click();
  await there.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Nan of the Nine Harbours");
  await here.goto("/account/sessions");
  await here.getByText("(this browser)").waitFor();
  await here.getByRole("button", { name: "End all others" }).click();
  await here.getByRole("button", { name: "End all others" }).waitFor({ state: "detached" });

  expect((await there.request.get("/api/login/ping")).status()).toBe(401);
  expect((await here.request.get("/api/login/ping")).status()).toBe(200);
  // What was typed there is sent as soon as somebody has signed in again.
  await there.keyboard.press("Enter");
  await there.getByRole("textbox", { name: "Password" }).fill(person.password);
  await there.keyboard.press("Enter");
  await there.getByText("Nan of the Nine Harbours", { exact: true }).waitFor();
});

it("names, address and password are changed by their owner, who signs in by user name", async () => {
  const person = await aPerson("changes@example.com");
  const page = await house.newPage();
  await signInByForm(page, person);
  await isIn(page);
  await page.goto("/account");
  await page.getByRole("button", { name: "Change: Name" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Grace Hopper");
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await page.getByText("Grace Hopper").first().waitFor();
  await page.getByRole("button", { name: "Change: User name" }).click();
  await page.getByRole("textbox", { name: "User name" }).fill("Amazing-Grace");
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await page.getByText("amazing-grace").waitFor();
  await page.getByRole("button", { name: "Change: E-mail" }).click();
  await page.getByRole("textbox", { name: "E-mail" }).fill("changed@example.com");
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await page.getByText("Waits to become changed@example.com").waitFor();

  await page.goto("/account/identities");
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByRole("textbox", { name: "Password" }).fill("short");
  await page.getByRole("dialog").getByRole("button", { name: "Change password" }).click();
  await page
    .getByRole("dialog")
    .getByText(/at least/)
    .waitFor();
  await page.getByRole("textbox", { name: "Password" }).fill("eleven herons in a row");
  await page.getByRole("dialog").getByRole("button", { name: "Change password" }).click();
  await page.getByText("The password is changed.").waitFor();
  await signOut(page);
  await page.goto("/sign-in");
  await page.getByRole("textbox", { name: "E-mail or user name" }).fill("amazing-grace");
  await page.getByRole("textbox", { name: "Password" }).fill("eleven herons in a row");
  await page.getByRole("button", { name: "Sign in" }).click();
  await isIn(page);
});

it("somebody deletes their own account by keyboard, and is signed out for good", async () => {
  const person = await aPerson("leaving@example.com");
  const page = await house.newPage();
  await signInByForm(page, person);
  await isIn(page);
  await page.goto("/account");
  await page.getByRole("button", { name: "Delete account" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  const submit = dialog.getByRole("button", { name: "Delete account" });
  await submit.waitFor();
  expect(await submit.isDisabled()).toBe(true);
  await page.keyboard.type(person.email);
  await page.keyboard.press("Enter");

  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await signInByForm(page, person);
  await page.getByRole("alert").first().waitFor();
  const { auth } = createClient(house.url, house.vedette.keys.secret_key);
  const { data } = await auth.admin.listUsers({ perPage: 200 });
  expect(data.users.map(({ email }) => email)).not.toContain(person.email);
});

it("somebody makes a token for a program, for a part of what they may, and an administrator revokes it", async () => {
  const person = await aPerson("maker@example.com");
  const page = await house.newPage();
  await signInByForm(page, person);
  await isIn(page);
  await page.goto("/account");
  await page.getByRole("navigation", { name: "Account" }).getByRole("link", { name: "API tokens" }).click();
  await page.getByText("You have made none.").waitFor();
  const makeToken = async (name: string) => {
    await page.getByRole("main").getByRole("button", { name: "New token" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "New token" }).click();
    await expect.poll(() => dialog.getByRole("textbox", { name: "Name" }).evaluate(isFocused)).toBe(true);
    await dialog.getByRole("textbox", { name: "Name" }).fill(name);
    await dialog.getByRole("radio", { name: /^A part of that/ }).press("Space");
    await dialog.getByRole("checkbox", { name: /^See dashboards, their pictures/ }).press("Space");
    await dialog.getByRole("button", { name: "New token" }).click();
    const shown = page.getByRole("dialog", { name: "The new token" });
    const key = await shown.getByRole("textbox", { name: "Token" }).inputValue();
    const command = await shown.getByRole("textbox", { name: "Try it" }).inputValue();
    expect(command).toContain(`Bearer ${key}" ${house.url}/api/user`);
    await shown.getByRole("button", { name: "Done" }).click();
    return key;
  };
  const statusOf = async (key: string, path = "/api/search") =>
    (await fetch(`${house.url}${path}`, { headers: { authorization: `Bearer ${key}` } })).status;

  const key = await makeToken("laptop");
  const row = page.getByRole("listitem").filter({ hasText: "laptop" });
  await row.getByText(/ends .+ · never used/).waitFor();
  expect(key).toMatch(/^vdpt_/);
  expect([await statusOf(key), await statusOf(key, "/api/playlists"), await statusOf(key, "/api/user/tokens")]).toEqual(
    [200, 403, 403],
  );
  await page.reload();
  await row.getByText(/last used .+ from 127\.0\.0\.1/).waitFor();

  const { auth } = createClient(house.url, house.vedette.keys.secret_key);
  const { data } = await auth.admin.listUsers();
  const id = data.users.find(({ email }) => email === person.email)?.id ?? "";
  const admin = await house.adminPage();
  await admin.goto(`/people/users/${id}`);
  const tokens = admin.getByRole("region", { name: "Personal tokens" });
  await tokens.getByRole("button", { name: "Revoke laptop" }).click();
  await admin.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await tokens.getByText("This person has made none.").waitFor();
  expect(await statusOf(key)).toBe(401);

  const second = await makeToken("desk");
  await page.getByRole("button", { name: "Revoke desk" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await page.getByText("You have made none.").waitFor();
  expect(await statusOf(second)).toBe(401);
});

it("what somebody chose about their pages is there in another browser, in their language from the first page on", async () => {
  const heron = await aPerson("heron@example.com");
  const first = await house.newPage({ locale: "en-GB", colorScheme: "dark" });
  await signInByForm(first, heron);
  await isIn(first);
  await first.goto("/settings/appearance");
  const choose = async (choice: string, option: string) => {
    const kept = first.waitForResponse((answer) => answer.url().endsWith("/api/user/preferences"));
    await first.getByRole("button", { name: choice }).click();
    await first.getByRole("option", { name: option }).click();
    expect((await kept).status()).toBe(200);
  };
  await choose("Theme", "Light");
  await choose("Density", "Compact");
  const keptPatterns = first.waitForResponse((answer) => answer.url().endsWith("/api/user/preferences"));
  await first.getByText("Tell series apart by dashes and hatches as well").click();
  expect((await keptPatterns).status()).toBe(200);
  await choose("Language", "Deutsch");
  await first.getByRole("heading", { name: "Aussehen" }).first().waitFor();

  const second = await house.newPage({ locale: "en-GB", colorScheme: "dark" });
  await second.goto("/sign-in?next=/settings/appearance");
  await second.getByRole("textbox", { name: "E-mail" }).fill(heron.email);
  await second.getByRole("textbox", { name: "Password" }).fill(heron.password);
  await second.getByRole("button", { name: "Sign in" }).click();
  await second.getByRole("heading", { name: "Aussehen" }).first().waitFor();
  await second.getByRole("navigation", { name: "Hauptmenü" }).waitFor();
  await second.getByRole("checkbox", { name: "Reihen auch durch Strichelung", checked: true }).waitFor();
  const looks = () => second.evaluate(() => ({ ...document.documentElement.dataset }));
  expect(await looks()).toMatchObject({ theme: "light", density: "compact" });

  // In this browser they want it dark: that stays, here and after loading again.
  await second.getByRole("button", { name: "Farben" }).click();
  await second.getByRole("option", { name: "Dunkel" }).click();
  await second.reload();
  await second.getByRole("navigation", { name: "Hauptmenü" }).waitFor();
  expect(await looks()).toMatchObject({ theme: "dark", density: "compact" });
});
