import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { text } from "node:stream/consumers";
import { createClient } from "@supabase/supabase-js";
import type { Locator } from "playwright-core";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startOpenIdProvider } from "../../services/identity/test/openid-provider.ts";
import { startSamlIdentityProvider } from "../../services/identity/test/saml-identity-provider.ts";
import { ADA, type BrowserHouse, holdAnswers, openHouse, post } from "./browser-house.ts";

let house: BrowserHouse;
/** A captcha's script and the address that checks its tokens, as the providers have them. */
const captcha = createServer(async (request, response) => {
  if (request.method === "GET") {
    response.writeHead(200, { "content-type": "text/javascript" });
    response.end(`window.hcaptcha = {
      render(box, { callback, sitekey }) {
        const button = document.createElement("button");
        button.textContent = "I am a person at " + sitekey;
        button.onclick = () => callback("a person");
        box.append(button);
      },
      execute() {},
    };
    onCaptcha();`);
    return;
  }
  const form = new URLSearchParams(await text(request));
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ success: form.get("response") === "a person" }));
});
beforeAll(async () => {
  await new Promise<void>((resolve) => captcha.listen(0, "127.0.0.1", resolve));
  const { port } = captcha.address() as AddressInfo;
  house = await openHouse({
    VEDETTE_SECURITY_OUTBOUND_ALLOWED_HOSTS: "127.0.0.1",
    VEDETTE_SMS_OTP_LENGTH: "8",
    VEDETTE_SECURITY_CAPTCHA_VERIFY_URL: `http://127.0.0.1:${port}/siteverify`,
    VEDETTE_HOOK_SEND_SMS_URI: `http://127.0.0.1:${port}/hook`,
    VEDETTE_HOOK_SEND_SMS_SECRETS: `v1,whsec_${Buffer.alloc(32, 7).toString("base64")}`,
    VEDETTE_SECURITY_CAPTCHA_SCRIPT_URL: `http://127.0.0.1:${port}/api.js`,
  });
}, 120_000);
afterAll(async () => {
  captcha.close();
  expect(house.problems).toEqual([]);
  await house[Symbol.asyncDispose]();
});

/** As the operator, by the configuration endpoint. */
async function configure(body: object): Promise<void> {
  const answer = await fetch(`${house.url}/v1/projects/default/config/auth`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${house.vedette.keys.secret_key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
}

it("says that no program is let in while that is off", async () => {
  const page = await house.adminPage();

  await page.goto("/oauth/consent?authorization_id=whatever");
  await page.getByRole("heading", { name: "Nobody is let in here" }).waitFor();
  await page.getByRole("link", { name: "To the start page" }).click();

  await page.getByRole("heading", { name: "Home" }).waitFor();
});

it.each([390, 1280])(
  "its pages stand beside each other in one row at %i px, with the current one in sight",
  async (width) => {
    const page = await house.adminPage({ viewport: { width, height: 800 } });
    await page.goto("/access/keys");
    const tabs = page.getByRole("navigation", { name: "Access" }).getByRole("link");
    await tabs.last().waitFor();

    const tops = await tabs.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
    const isSeen = () =>
      tabs.last().evaluate((link) => {
        const { left, right } = link.getBoundingClientRect();
        return left >= 0 && right <= window.innerWidth;
      });
    await expect.poll(isSeen).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  },
);

it("a setting is changed, listed before it is saved, in force at once, and goes back to its default", async () => {
  const page = await house.adminPage();
  const settings = async () => (await page.request.get("/auth/v1/settings")).json();
  await page.goto("/access/methods");
  await page.getByText("Nobody can create an account of their own").click();
  const changes = page.getByRole("region", { name: "1 change" });
  await changes.getByText(/Nobody can create an account of their own.* off becomes on/).waitFor();
  expect((await settings()).disable_signup).toBe(false);
  const place = await page.evaluate(() => window.scrollY);
  // By the pointer alone: a click of the driver's own may scroll.
  const save = await changes.getByRole("button", { name: "Save changes" }).boundingBox();
  await page.mouse.click((save?.x ?? 0) + 4, (save?.y ?? 0) + 4);
  await page.getByText("Saved, and in force.").waitFor();
  // With the bar gone, the focus is back where the change was made, and the page has not moved.
  await page.locator('[id="auth.disable_signup"] :focus').waitFor({ state: "attached" });
  expect(await page.evaluate(() => window.scrollY)).toBe(place);
  expect((await settings()).disable_signup).toBe(true);
  const about = page.locator(".v-setting", { hasText: "auth.disable_signup" });
  await about.getByText("Default: off. From the database.").waitFor();
  await page.locator(".v-setting", { hasText: "auth.email.autoconfirm" }).getByText("The default.").waitFor();

  await page.getByRole("button", { name: "Default again: Disable signup" }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await changes.waitFor({ state: "detached" });
  expect((await settings()).disable_signup).toBe(false);
});

it("a value that is refused says so at its field, which has the focus, and what was typed stays", async () => {
  const page = await house.adminPage({ viewport: { width: 390, height: 844 } });
  const wrongOf = (text: string) => page.getByText(text, { exact: false }).first();
  await page.goto("/access/methods");
  const length = page.getByRole("textbox", { name: "Minimum password length" });
  const save = page.getByRole("button", { name: "Save changes" });
  const refused = async (typed: string, reason: string) => {
    await length.fill(typed);
    await save.click();
    await page
      .getByRole("alert")
      .filter({ hasText: `Minimum password length: ${reason}` })
      .waitFor();
    await expect.poll(() => length.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await length.getAttribute("aria-invalid")).toBe("true");
    const ids = (await length.getAttribute("aria-describedby"))?.split(" ") ?? [];
    expect(
      await page
        .locator(ids.map((id) => `[id="${id}"]`).join(", "))
        .first()
        .textContent(),
    ).toContain(reason);
    expect(await length.inputValue()).toBe(typed);
  };

  await refused("-5", "It must be at least 6.");
  // JSON has no such number: sent as nothing, it would have been the default again.
  await refused("eight", "It must be a whole number.");
  await length.fill("9");
  await wrongOf("It must be").waitFor({ state: "detached" });
  // The navigation at the bottom of a phone covers neither the button nor what comes of it.
  const nav = await page.getByRole("navigation", { name: "Main" }).boundingBox();
  const bottomOf = async (shown: typeof save) => {
    const box = await shown.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  expect(await bottomOf(save)).toBeLessThanOrEqual(nav?.y ?? 0);
  await save.click();
  const saved = page.getByText("Saved, and in force.");
  await saved.waitFor();
  expect(await bottomOf(saved)).toBeLessThanOrEqual(nav?.y ?? 0);
  await page.getByRole("button", { name: "Default again: Minimum password length" }).click();
  await save.click();
  await saved.waitFor();
});

it("a secret can be set and is never shown, and a value that the environment sets is not offered", async () => {
  const page = await house.adminPage();
  await page.goto("/access/mail");
  await page.getByRole("textbox", { name: "Password", exact: true }).fill("open sesame");
  // No password of a person: what is typed is a secret of some service, on other pages of several.
  await page.getByRole("button", { name: "Show the secret" }).click();
  await page.getByRole("button", { name: "Hide the secret" }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Set. Type a new one to replace it.").waitFor();
  expect(await page.content()).not.toContain("sesame");

  await page.goto("/access/methods");
  await page.getByText("Set by VEDETTE_SMS_OTP_LENGTH; change it there.").waitFor();

  await page.goto("/access/hooks");
  const secrets = page.getByRole("region", { name: "Secrets" });
  await secrets.getByText("Set by VEDETTE_HOOK_SEND_SMS_SECRETS; change it there.").waitFor();
  expect(await secrets.getByRole("button").count()).toBe(0);
});

it("a mail is written anew, seen while it is typed, tried and saved; a broken template says where", async () => {
  const page = await house.adminPage();
  await page.goto("/access/templates");
  await page.getByRole("link", { name: "Invitation" }).click();
  await page.getByRole("heading", { name: "Preview" }).waitFor();
  const content = page.getByRole("textbox", { name: "Content" });
  await content.fill("<p>Come aboard: <a href='{{ .ConfirmationURL }}'>join</a></p>");
  await page.getByText("Come aboard").last().waitFor();
  await content.fill("<p>{{ .Nothing </p>");
  await page.getByRole("alert").filter({ hasText: "Content: line 1, column 4" }).waitFor();
  expect(await content.getAttribute("aria-invalid")).toBe("true");
  await content.fill("<p>Come aboard: <a href='{{ .ConfirmationURL }}'>join</a></p>");
  await page.getByRole("button", { name: "Send me a test" }).click();
  await page.getByText(`On its way to ${ADA.email}`).waitFor();
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Saved, and in force.").waitFor();
});

it("what another administrator has set meanwhile is not overwritten unseen", async () => {
  const [first, second] = [await house.adminPage(), await house.adminPage()];
  const lengthOn = (page: typeof first) => page.getByRole("textbox", { name: "Minimum password length" });
  const save = (page: typeof first) => page.getByRole("button", { name: "Save changes" }).click();
  for (const page of [first, second]) {
    await page.goto("/access/methods");
    await lengthOn(page).waitFor();
  }
  await lengthOn(second).fill("12");
  await second.getByText("6 becomes 12").waitFor();
  await lengthOn(first).fill("9");
  await save(first);
  await first.getByText("Saved, and in force.").waitFor();

  await save(second);
  await second
    .getByRole("alert")
    .filter({ hasText: "Minimum password length: Somebody else has set it meanwhile." })
    .waitFor();
  await second.getByText("9 becomes 12").waitFor();
  expect(await lengthOn(second).inputValue()).toBe("12");
  await save(second);
  await second.getByText("Saved, and in force.").waitFor();
  await second.getByRole("button", { name: "Default again: Minimum password length" }).click();
  await save(second);
  await second.getByRole("button", { name: "Save changes" }).waitFor({ state: "detached" });
});

it("the mail page says what the built-in sender does not promise, and that of text messages asks for one provider", async () => {
  const page = await house.adminPage();
  await page.goto("/access/mail");
  await page.getByText("it reaches the members of this team only, promises nothing").waitFor();
  await page.goto("/access/sms");
  const provider = page.getByRole("button", { name: /Provider$/ });
  await provider.filter({ hasText: "Nobody: messages stay in the built-in inbox" }).waitFor();
  expect(await page.getByRole("heading", { name: "Twilio" }).count()).toBe(0);
  await provider.click();
  await page.getByRole("option", { name: "Twilio Verify" }).click();
  await page.getByRole("heading", { name: "Twilio Verify" }).waitFor();
  expect(await page.getByRole("heading", { name: "Vonage" }).count()).toBe(0);
  await page.getByText("Nobody: messages stay in the built-in inbox becomes Twilio Verify").waitFor();
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("heading", { name: "Twilio Verify" }).waitFor({ state: "detached" });
});

it("a mail server that is not to be trusted, or that never says a word, is told of with what to look at", async () => {
  // Its own certificate is for nobody, and the other one never greets.
  const untrusted = new SMTPServer({ logger: false, closeTimeout: 100 });
  untrusted.on("error", () => {});
  const silent = createTcpServer();
  await new Promise<void>((resolve) => untrusted.listen(0, "127.0.0.1", resolve));
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
  const page = await house.adminPage();
  const trial = page.getByRole("region", { name: "Try the mail server" });
  const tryPort = async (smtp_port: number) => {
    await configure({ smtp_host: "127.0.0.1", smtp_port });
    await page.goto("/access/mail");
    await trial.getByRole("button", { name: "Send me a test" }).click();
  };

  await tryPort(portOf(untrusted.server));
  await trial.getByText("Its certificate is not trusted").waitFor();
  await trial.getByText("C: STARTTLS").waitFor();
  await tryPort(portOf(silent));
  await trial.getByText("set smtp_security to implicit. Nothing answered in time").waitFor();

  await configure({ smtp_host: null, smtp_port: null });
  await page.goto("/access/mail");
  await page.getByText("it reaches the members of this team only").waitFor();
  silent.close();
  untrusted.close(() => {});
});

it("a hook is tried before it is switched on, and its last calls are listed", async () => {
  const page = await house.adminPage();
  await page.goto("/access/hooks");
  await page.getByText("No hook has been called yet.").waitFor();
  await page.getByRole("button", { name: "Try it" }).click();
  await page.getByText(/It answered within \d+ ms, and all is well/).waitFor();
  await page.getByText("The message would count as sent.").waitFor();
  await page.getByText("What it was asked").click();
  await page.getByText(/POST http:\/\/127\.0\.0\.1:\d+\/hook\s+webhook-id: .*\s+.*\s+webhook-signature: v1,/).waitFor();
  await page.getByText("What it answered").click();
  await page.getByText(/^200\s+content-type: application\/json/).waitFor();
  const row = page.getByRole("row").filter({ hasText: "Sending text messages" });
  await row.getByText("Answered").waitFor();
  await row.getByText("200", { exact: true }).waitFor();
  await row.getByText("Answer", { exact: true }).click();
  await row.getByText(`{"success":false}`, { exact: true }).waitFor();
  await page.setViewportSize({ width: 660, height: 800 });
  const lines = await row.getByRole("cell").evaluateAll((cells) =>
    cells.slice(-3).map((cell) => {
      const text = document.createRange();
      text.selectNodeContents(cell);
      return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size;
    }),
  );
  expect(lines).toEqual([1, 1, 1]);
});

it("the publishable key is shown to be copied, and the secret one nowhere", async () => {
  const page = await house.adminPage();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const answers: string[] = [];
  page.on(
    "response",
    (answer) =>
      void answer.text().then(
        (text) => answers.push(text),
        () => undefined,
      ),
  );
  await page.goto("/access/keys");
  await page.getByRole("button", { name: "Copy: Publishable key" }).click();
  await page.getByRole("button", { name: "Copied: Publishable key" }).waitFor();

  const { publishable_key: publishable, secret_key: secret } = house.vedette.keys;
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(publishable);
  expect(answers.some((text) => text.includes(publishable))).toBe(true);
  expect(answers.some((text) => text.includes(secret))).toBe(false);
});

it("a new signing key stands by, signs, and nobody is signed out", async () => {
  const page = await house.adminPage();
  const { auth } = createClient(house.url, house.vedette.keys.publishable_key);
  const { data } = await auth.signInWithPassword(ADA);
  await page.goto("/access/keys");
  const steps = page.getByRole("list", { name: "Changing keys so that nobody is signed out" });
  const current = steps.locator("[aria-current=step]");
  await current.getByRole("button", { name: "Begin" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "New key" }).click();
  await current.getByText(/^Key \w{8}: until .+\d:\d\d/).waitFor();
  await current.getByText(/^Wait until they have read the keys again/).waitFor();
  // Twenty minutes later.
  await page.clock.install({ time: Date.now() + 21 * 60_000 });
  await page.reload();
  await current.getByRole("button", { name: /^Sign with key \w{8}/ }).waitFor();
  const standby = page.getByRole("row").filter({ hasText: "Stands by" });
  await standby.getByRole("button").click();
  await page.getByRole("menuitem", { name: "Sign with it" }).click();
  await page.getByRole("row").filter({ hasText: "Checks only" }).waitFor();
  await current.getByText(/^Wait until those have ended/).waitFor();
  await page.getByRole("textbox", { name: "Access token" }).fill(data.session?.access_token ?? "");
  await page.getByText("Its key is one of these: Checks only").waitFor();
  await page.getByText(/^It ends .+\d:\d\d/).waitFor();
  await page.getByRole("textbox", { name: "Access token" }).fill("no token");
  await page.getByText("This is no token.").waitFor();
  await page.getByText(/never sent to a browser/).waitFor();
  const before = page.getByRole("row").filter({ hasText: "Checks only" });
  await before.getByRole("button", { name: /^Actions/ }).click();
  await page.getByRole("menuitem", { name: "Revoke" }).click();
  const asked = page.getByRole("dialog", { name: /^Revoke key/ });
  await asked.getByText("refused from now on").waitFor();
  await page.keyboard.press("Escape");
  await asked.waitFor({ state: "detached" });
  await before.waitFor();
  await before.getByRole("button", { name: /^Actions/ }).click();
  await page.getByRole("menuitem", { name: "Revoke" }).click();
  await asked.getByRole("button", { name: "Revoke" }).click();
  const revoked = page.getByRole("row").filter({ hasText: "Revoked" });
  await revoked.getByRole("button", { name: /^Actions/ }).click();
  expect(await page.getByRole("menuitem").allTextContents()).toEqual(["Delete"]);
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page
    .getByRole("dialog", { name: /^Delete key/ })
    .getByRole("button", { name: "Delete" })
    .click();
  await revoked.waitFor({ state: "detached" });
  await page.goto("/account/sessions");
  await page.getByText("(this browser)").waitFor();
});

it("the page of addresses says where a link would lead, also by a list that is not saved yet", async () => {
  const page = await house.adminPage();
  await page.goto("/access/urls");
  await page.getByRole("searchbox", { name: "Address to try" }).fill("https://app.example.com/welcome");
  await page.getByText(`It would be ignored: people land on ${house.url}.`).waitFor();
  await page.getByRole("textbox", { name: "Additional redirect URLs" }).fill("https://*.example.com/**");
  const matches = page.getByText("It matches https://*.example.com/**: people land there.");
  await matches.waitFor();
  // What was said of one address is not shown of the next.
  const letGo = await holdAnswers(page, /\/redirect-check$/, "POST");
  await page.getByRole("searchbox", { name: "Address to try" }).fill("https://evil.example/");
  await matches.waitFor({ state: "detached" });
  letGo();
  await page.getByText(`It would be ignored: people land on ${house.url}.`).waitFor();
});

it("the audit log tells who did what, and is narrowed by a press", async () => {
  const page = await house.adminPage();
  await page.goto("/audit");
  await page.getByRole("row").filter({ hasText: ADA.email }).first().waitFor();
  await page.getByRole("button", { name: "Signed in" }).first().click();
  await page.waitForURL("**/audit?action=login");
  await page.getByRole("button", { name: "Signed up" }).waitFor({ state: "detached" });

  const { auth } = createClient(house.url, house.vedette.keys.secret_key);
  const { data } = await auth.admin.createUser({ email: "hedy@example.com", email_confirm: true });
  await page.goto("/audit?target=hedy");
  const made = page.getByRole("row").filter({ has: page.getByRole("link", { name: "hedy@example.com" }) });
  await made.getByText("Secret key (service_role)").waitFor();
  expect(await made.getByRole("link").getAttribute("href")).toBe(`/people/users/${data.user?.id}`);

  await page.goto("/audit");
  await page.getByLabel("From", { exact: true }).fill("2999-01-01");
  await page.getByText("No event matches “From 2999-01-01”.").waitFor();
  expect(page.url()).toBe(`${house.url}/audit?from=2999-01-01`);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByRole("row").filter({ hasText: ADA.email }).first().waitFor();
});

it("the audit log has two lines for each event on a phone, and the rest in a sheet", async () => {
  const page = await house.adminPage();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/audit?action=login");
  const row = page.getByRole("row").filter({ hasText: "Signed in" }).first();
  await row.getByRole("rowheader").getByText(ADA.email).waitFor();

  // Anywhere in the row will do, not the small arrow alone.
  await row.click();
  const sheet = page.getByRole("dialog", { name: "Signed in" });
  await sheet.getByText("127.0.0.1").waitFor();
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });

  const focused = page.locator("tr :focus");
  expect(await focused.getAttribute("aria-label")).toBe("Details of Signed in");
  await page.keyboard.press("Enter");
  await sheet.getByRole("button", { name: "Only such events" }).waitFor();
});

it("the audit log of changes says to what, by which request, and is told live, searched and saved", async () => {
  const page = await house.adminPage();
  await page.goto("/audit/changes?live=1");
  await page.getByRole("row").filter({ hasText: "Playlist: made" }).first().waitFor();
  const made = await page.request.post("/api/access-control/roles", {
    data: { name: "Night watch", permissions: [] },
    headers: { "sec-fetch-site": "same-origin" },
  });
  expect(made.status()).toBeLessThan(300);

  const row = page.getByRole("row").filter({ hasText: "Role: made" });
  await row.waitFor();
  await row.getByText("Details").click();
  await row.getByRole("row", { name: "name empty Night watch", exact: true }).waitFor();
  await row.getByText("Request").waitFor();
  await page.getByRole("searchbox", { name: "On whom or what" }).fill("welcome");
  await page.waitForURL("**target=welcome**");
  await row.waitFor({ state: "detached" });

  const saved = async (name: string) => {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name }).click();
    return readFileSync(await (await download).path(), "utf8");
  };
  const targets = async () =>
    (await saved("JSON lines")).split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line).target]));
  const matching = await targets();
  expect(matching.filter((target) => !target.includes("welcome"))).toEqual([]);
  expect(matching).not.toEqual([]);
  await page.goto("/audit/changes");
  await row.waitFor();
  expect(await saved("CSV")).toMatch(/^at,actor,action,target,details,request_id,address\r\n.*,roles\.create,roles\//s);
  expect(JSON.parse((await saved("JSON lines")).split("\n")[0] ?? "")).toMatchObject({ place: "1" });

  const asking = { headers: { "sec-fetch-site": "same-origin" } };
  const { access_token: token } = await (await page.request.post("/api/login/administrator-token", asking)).json();
  const change = (data: object) =>
    page.request.patch("/v1/projects/default/config/auth", { data, headers: { authorization: `Bearer ${token}` } });
  const changed = await change({ jwt_exp: 1800, sms_twilio_auth_token: "open sesame" });
  await page.goto(`/audit?action=setting_changed&actor=${ADA.email}`);
  const setting = page.getByRole("row").filter({ hasText: "Settings changed" }).first();
  await setting.getByText("Details").click();
  await setting.getByText(changed.headers()["x-request-id"] ?? "no request").waitFor();
  await setting.getByRole("row", { name: "auth.jwt_expiry 3600 1800" }).waitFor();
  await setting.getByRole("row", { name: "auth.sms.twilio.auth_token secret, was set" }).waitFor();
  const file = await saved("CSV");
  expect(file).toMatch(/,setting_changed,/);
  expect(file).not.toMatch(/,login,|open sesame/);
  await change({ jwt_exp: null, sms_twilio_auth_token: null });
});

it("an administrator locks somebody out, lets them in again and deletes the account", async () => {
  const { auth } = createClient(house.url, house.vedette.keys.secret_key);
  const person = { email: "grace@example.com", password: "a row of seven herons" };
  await auth.admin.createUser({ ...person, email_confirm: true });
  const page = await house.adminPage();
  await page.goto("/people/users?q=grace");
  await page.getByRole("link", { name: person.email }).click();
  const signIn = async () => {
    const { error } = await createClient(house.url, house.vedette.keys.publishable_key).auth.signInWithPassword(person);
    return error?.code ?? "signed in";
  };
  expect(await signIn()).toBe("signed in");
  await page.getByRole("button", { name: "Lock out" }).click();
  await page.getByText("This person is locked out").waitFor();
  expect(await signIn()).toBe("user_banned");
  await page.getByRole("button", { name: "Let in again" }).click();
  await page.getByRole("button", { name: "Lock out" }).waitFor();
  expect(await signIn()).toBe("signed in");

  await page.getByRole("button", { name: "Delete account" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete account" }).click();
  await page.waitForURL("**/people/users?q=grace");
  expect(await signIn()).toBe("invalid_credentials");
});

it("the server says how it is and what is known of its packages, and rows stand as close as somebody likes", async () => {
  const page = await house.adminPage();
  await page.goto("/settings");
  await page.getByRole("heading", { name: "Data sources", level: 1 }).waitFor();
  const tabs = page.getByRole("navigation", { name: "Settings" });
  await tabs.getByRole("link", { name: "System" }).click();
  await page.getByText(/^PostgreSQL \d+\S*, embedded$/).waitFor();
  await page
    .getByText(/^[\d.]+\s[KMG]iB$/)
    .first()
    .waitFor();
  await page.getByRole("row").filter({ hasText: "Mails given up" }).waitFor();
  await tabs.getByRole("link", { name: "Doctor" }).click();
  await page.getByText("Read from package-lock.json (npm).").waitFor();
  await tabs.getByRole("link", { name: "Appearance" }).click();
  await page.getByRole("button", { name: /Density/ }).click();
  await page.getByRole("option", { name: "Compact" }).click();
  // With a box to tick, with buttons, and with a button that has words.
  for (const [path, shown] of [
    ["/people/users", ADA.email],
    ["/dashboards", "Delivery workers"],
    ["/settings/data-sources", "Vedette"],
  ] as const) {
    await page.goto(path);
    const row = page.locator("main tbody").getByRole("row").filter({ hasText: shown });
    await expect.poll(async () => (await row.boundingBox())?.height, { timeout: 25_000 }).toBeLessThan(29);
  }
  await page.evaluate(() => localStorage.removeItem("vedette.density"));
});

it("another issuer's tokens are switched on, and what is known of its keys is told", async () => {
  const page = await house.adminPage();
  await page.goto("/access/third-party");
  await page.getByText("No other issuer is switched on.").waitFor();
  await page.getByText("Tokens that Clerk issues").click();
  await page.getByRole("textbox", { name: "Domain" }).fill("clerk.example.com");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Saved, and in force.").waitFor();
  const row = page.getByRole("row").filter({ hasText: "https://clerk.example.com" });
  await row.getByText("No token has come yet").waitFor();
  const { auth } = createClient(house.url, house.vedette.keys.publishable_key);
  const { data } = await auth.signInWithPassword(ADA);
  await page.getByRole("textbox", { name: "Token of another issuer" }).fill(data.session?.access_token ?? "");
  await page.getByRole("button", { name: "Check it" }).click();
  await page.getByText("The token is refused.").waitFor();
  await page.getByRole("listitem").filter({ hasText: "Issuer: not good" }).getByText(`${house.url}/auth/v1`).waitFor();
});

it("a company's identity provider is added, and its people sign in by the company's address", async () => {
  const idp = await startSamlIdentityProvider();
  const admin = await house.adminPage();
  await admin.goto("/access/saml");
  await admin.getByText("People may sign in with the SAML identity provider").click();
  await admin.getByRole("button", { name: "Save changes" }).click();
  await admin.getByText("Saved, and in force.").waitFor();
  const acs = await admin.getByRole("textbox", { name: "Assertion consumer service" }).inputValue();
  await admin.getByRole("button", { name: "Add provider" }).first().click();
  const dialog = admin.getByRole("dialog");
  const domains = dialog.getByRole("textbox", { name: "Domains" });
  const metadata = dialog.getByRole("textbox", { name: "Or the metadata itself, as XML" });
  // What is refused is said at its field, which has the focus.
  const isSaidAt = async (field: Locator, fault: string) => {
    await field.and(admin.locator(":focus[aria-invalid=true]")).waitFor();
    await dialog.getByText(fault).waitFor();
  };
  await domains.fill("corp_example");
  await domains.press("Enter");
  await isSaidAt(domains, "“corp_example” is no domain.");
  await domains.fill("corp.example");
  await domains.press("Enter");
  const source = dialog.getByRole("textbox", { name: "Address of its metadata" });
  await isSaidAt(source, "The address of its metadata is needed");
  await source.fill("http://metadata.example/saml");
  await source.press("Enter");
  await isSaidAt(source, "metadata_url is not a HTTPS URL");
  await source.fill("");
  await metadata.fill("<x/>");
  await dialog.getByRole("button", { name: "Add provider" }).click();
  await isSaidAt(metadata, "The metadata cannot be used");
  await dialog.getByRole("button", { name: "Read it" }).click();
  await dialog.getByRole("alert").waitFor();
  await dialog.getByRole("textbox", { name: "Or the metadata itself, as XML" }).fill("<EntityDescriptor");
  await dialog.getByRole("button", { name: "Read it" }).click();
  const fault = dialog.getByRole("alert").filter({ hasText: "it is not well-formed" });
  expect(await fault.textContent()).not.toMatch(/xmldom|XmlRefusal|#\[/);
  await dialog.getByRole("textbox", { name: "Or the metadata itself, as XML" }).fill(idp.metadata());
  await dialog.getByRole("button", { name: "Read it" }).click();
  await dialog.getByText("has one key").waitFor();
  await dialog.getByRole("button", { name: "Add provider" }).click();
  await admin.getByRole("row").filter({ hasText: "corp.example" }).waitFor();
  await admin.getByRole("link", { name: "corp.example" }).click();
  await admin.getByText("None: the e-mail address and groups").waitFor();
  await admin.getByRole("button", { name: "Change", exact: true }).click();
  const mapping = dialog.getByRole("textbox", { name: "Attribute mapping (JSON)" });
  await mapping.fill("displayName");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await isSaidAt(mapping, "this is no JSON object");
  await mapping.fill('{"keys": {"name": {"name": "displayName"}}}');
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await dialog.waitFor({ state: "detached" });
  // Another one for the same people is refused where they are named.
  const other = await startSamlIdentityProvider();
  await admin.goBack();
  await admin.getByRole("button", { name: "Add provider" }).first().click();
  await domains.fill("corp.example");
  await metadata.fill(other.metadata());
  await dialog.getByRole("button", { name: "Add provider" }).click();
  await isSaidAt(domains, "assigned to another");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await admin.getByRole("link", { name: "corp.example" }).click();
  await admin.getByText('"name": "displayName"').waitFor();
  await admin.getByRole("button", { name: "Try a sign-in" }).click();
  await admin.getByText("It works. A sign-in would make a new user.").waitFor();

  const page = await house.newPage();
  await page.goto("/sign-in");
  await page.getByRole("link", { name: "Single sign-on" }).click();
  const address = page.getByRole("textbox", { name: "Company address" });
  await address.fill("ada@nobody.example");
  await address.press("Enter");
  await page.getByText("No company with this address signs in here.").waitFor();
  await address.fill("ada@corp.example");
  await address.press("Enter");
  await page.getByRole("heading", { name: "Home" }).waitFor();
  const who: unknown = await (await page.request.get("/api/user")).json();

  expect(acs).toBe(`${house.url}/auth/v1/sso/saml/acs`);
  expect(who).toMatchObject({ email: "ada@corp.example", role: "Viewer" });
  await post(page, "/api/logout", {});
  await page.goto("/sign-in?next=/playlists");
  await page.getByRole("link", { name: "Continue as ada@corp.example with Single sign-on" }).click();
  await address.press("Enter");
  await page.getByRole("heading", { name: "Playlists" }).waitFor();
  // What goes wrong there is told here.
  idp.signInAs({ nameId: "nobody", attributes: { cn: "Nobody" } });
  const refused = await house.newPage();
  await refused.goto("/sign-in/sso");
  await refused.getByRole("textbox", { name: "Company address" }).fill("corp.example");
  await refused.getByRole("button", { name: "Go on" }).click();
  await refused.getByText("SAML assertion does not contain an email address").waitFor();
});

it("a company whose provider speaks OpenID Connect is added by its issuer, and its people sign in", async () => {
  const accounts = { eve: { name: "Eve", email: "eve@oidc.example" } };
  const provider = await startOpenIdProvider(accounts);
  await provider.serve(`${house.url}/auth/v1/callback`);
  const admin = await house.adminPage();
  await admin.goto("/access/sso");
  await admin.getByRole("button", { name: "Add provider" }).first().click();
  const dialog = admin.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Domains" }).fill("oidc.example");
  await dialog.getByRole("button", { name: "It speaks" }).click();
  await admin.getByRole("option", { name: "OpenID Connect" }).click();
  await dialog.getByRole("textbox", { name: "Issuer" }).fill(`${provider.issuer}/other`);
  await dialog.getByRole("textbox", { name: "Client id" }).fill(provider.clientId);
  await dialog.getByLabel("Client secret").fill(provider.secret);
  await dialog.getByRole("button", { name: "Add provider" }).click();
  await dialog.getByRole("textbox", { name: "Issuer" }).and(admin.locator(":focus[aria-invalid=true]")).waitFor();
  await dialog.getByRole("textbox", { name: "Issuer" }).fill(provider.issuer);
  await dialog.getByRole("button", { name: "Add provider" }).click();
  await admin.getByRole("link", { name: "oidc.example" }).click();
  const callback = await admin.getByRole("textbox", { name: "Callback" }).inputValue();
  await provider.serve(callback);
  // What was opened since stays open when an act that was under way has ended.
  await admin.goBack();
  const letGo = await holdAnswers(admin, /\/admin\/sso\/providers$/);
  await admin.getByRole("button", { name: "Actions for oidc.example" }).click();
  await admin.getByRole("menuitem", { name: "Switch off" }).click();
  await admin.getByRole("button", { name: "Add provider" }).first().click();
  letGo();
  await admin.locator("td", { hasText: "off" }).waitFor();
  await dialog.getByRole("textbox", { name: "Domains" }).fill("still.example");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await admin.getByRole("button", { name: "Actions for oidc.example" }).click();
  await admin.getByRole("menuitem", { name: "Switch on" }).click();
  await admin.locator("td", { hasText: "on" }).waitFor();
  await admin.getByRole("link", { name: "oidc.example" }).click();
  const opened = admin.waitForEvent("popup");
  await admin.getByRole("button", { name: "Try a sign-in" }).click();
  const trial = await opened;
  await trial.getByRole("textbox", { name: "Name" }).fill("eve");
  await trial.getByRole("button", { name: "Sign in" }).click();
  await admin.getByText("It works. A sign-in would make a new user.").waitFor();
  const exchanged = admin.getByRole("listitem").filter({ hasText: "The code is exchanged for tokens" });
  await exchanged.getByText("worked").waitFor();

  // What another page saves while the dialog is open stays, or is told where both changed the same.
  const other = await admin.context().newPage();
  await other.goto(admin.url());
  for (const one of [admin, other]) await one.getByRole("button", { name: "Change", exact: true }).click();
  const theirs = other.getByRole("dialog");
  await theirs.getByRole("textbox", { name: "Domains" }).fill("oidc.example sea.example");
  await theirs.getByRole("button", { name: "Save changes" }).click();
  await theirs.waitFor({ state: "detached" });
  await other.close();
  await dialog.getByRole("textbox", { name: "Domains" }).fill("oidc.example lock.example");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await dialog.getByText("Saved by now: oidc.example sea.example.").waitFor();
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await admin.getByText("oidc.example, lock.example").first().waitFor();

  const page = await house.newPage();
  await page.goto("/sign-in");
  await page.getByRole("link", { name: "Single sign-on" }).click();
  await page.getByRole("textbox", { name: "Company address" }).fill("eve@oidc.example");
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("eve");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Home" }).waitFor();

  expect(callback).toMatch(new RegExp(`^${house.url}/auth/v1/sso/oidc/callback/[0-9a-f-]{36}$`));
  const who: unknown = await (await page.request.get("/api/user")).json();
  expect(who).toMatchObject({ email: "eve@oidc.example", role: "Viewer" });
});

it("signing in asks for the captcha of the operator's provider, in a frame beside the pages' own policy", async () => {
  expect((await fetch(`${house.url}/auth/v1/captcha`)).status).toBe(404);
  await configure({ security_captcha_enabled: true, security_captcha_site_key: "our-site" });
  const page = await house.newPage({ viewport: { width: 390, height: 700 } });

  const opened = await page.goto("/sign-in");
  expect(opened?.headers()["content-security-policy"]).toContain("script-src 'self';");
  const byProgram = await page.request.post("/api/login", { data: ADA, headers: { "sec-fetch-site": "same-origin" } });
  expect(await byProgram.json()).toMatchObject({ messageId: "captcha_failed" });
  await page.getByRole("textbox", { name: "E-mail" }).fill(ADA.email);
  await page.getByLabel("Password", { exact: true }).fill(ADA.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  const frame = page.frameLocator("iframe[title='Are you a person?']");
  await frame.getByRole("button", { name: "I am a person at our-site" }).waitFor();
  // The keyboard is in the frame; Escape there closes it, and so does the button that a phone needs.
  await page.keyboard.press("Tab");
  await frame.locator("button:focus").waitFor();
  await page.keyboard.press("Escape");
  const unsolved = page.getByRole("alert").filter({ hasText: "Nobody could tell that a person asks." });
  await unsolved.waitFor();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("dialog", { name: "Are you a person?" }).getByRole("button", { name: "Cancel" }).click();
  await unsolved.waitFor();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await frame.getByRole("button", { name: "I am a person at our-site" }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));

  // Above the dialog of a session that ended, too, which keeps the focus to itself otherwise.
  await page.goto("/dashboards");
  const search = page.getByRole("searchbox").first();
  await search.waitFor();
  await page.context().clearCookies();
  await search.fill("lobby");
  const again = page.getByRole("dialog").filter({ hasText: `The session of ${ADA.email} has ended` });
  await again.getByRole("textbox", { name: "Password", exact: true }).fill(ADA.password);
  await page.keyboard.press("Enter");
  await frame.getByRole("button", { name: "I am a person at our-site" }).waitFor();
  await page.keyboard.press("Tab");
  await frame.locator("button:focus").waitFor();
  await page.keyboard.press("Enter");
  await again.waitFor({ state: "detached" });

  await configure({ security_captcha_enabled: false, security_captcha_site_key: null });
});

it("a captcha is asked for by the page for new accounts, too, which says when it has none to show", async () => {
  await configure({ security_captcha_enabled: true, security_captcha_site_key: "our-site" });
  const page = await house.newPage();
  await page.goto("/sign-up");
  await page.getByRole("textbox", { name: "E-mail" }).fill("rosalind@example.com");
  await page.getByLabel("Password", { exact: true }).fill("x-rays of a helix");
  await page.keyboard.press("Enter");

  await page.frameLocator("iframe").getByRole("button", { name: "I am a person at our-site" }).click();
  await page.getByRole("heading", { name: "Check your mail" }).waitFor();

  await configure({ security_captcha_site_key: null });
  await page.goto("/sign-up");
  await page.getByRole("textbox", { name: "E-mail" }).fill("rosalind@example.org");
  await page.getByLabel("Password", { exact: true }).fill("x-rays of a helix");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").filter({ hasText: "a captcha that its pages do not have" }).waitFor();

  await configure({ security_captcha_enabled: null });
});
