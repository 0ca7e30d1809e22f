import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { addPerson, PASSWORD } from "../people.ts";
import { atKeyboard } from "./at-keyboard.ts";
import { ADA, type BrowserHouse, openHouse, post } from "./browser-house.ts";

let house: BrowserHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(async () => {
  expect(house.problems).toEqual([]);
  await house[Symbol.asyncDispose]();
});

/** The link in the newest mail of the inbox whose subject matches. */
async function linkInMail(admin: Page, subject: RegExp): Promise<string> {
  await admin.goto("/inbox");
  await admin.getByRole("link", { name: subject }).first().click();
  const link = await admin.getByRole("link", { name: /\/auth\/v1\/verify/ }).getAttribute("href");
  return link ?? "";
}

describe("an invitation", () => {
  it("arrives as a mail, and its link makes a colleague with the role that was given", async () => {
    const admin = await house.adminPage();
    await admin.goto("/people/users");
    await admin.getByRole("button", { name: "Invite" }).click();
    await admin.getByRole("textbox", { name: "E-mail" }).fill("grace@example.com");
    await admin.getByRole("button", { name: "Send invitation" }).click();
    // No mail server is set: it says where the mail is, and that nobody gets it.
    await admin.getByRole("status").getByRole("link", { name: "Open the mail inbox" }).waitFor();
    await admin.getByRole("status").filter({ hasText: "grace@example.com" }).waitFor();
    const link = await linkInMail(admin, /invited/);

    const page = await house.newPage();
    await page.goto(link);
    await page.getByRole("textbox", { name: "Password", exact: true }).fill("tall ships at anchor");
    expect(page.url()).toBe(`${house.url}/join`);
    await page.getByRole("button", { name: "Join" }).click();
    await page.getByRole("heading", { name: "Home" }).waitFor();
    expect(await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "People" }).count()).toBe(0);
    await page.goto("/people/users");
    await page.getByRole("heading", { name: "No access" }).waitFor();
    await page.getByText("This page needs the permission users:read, which comes with the role Admin.").waitFor();
    await page.goto("/people/users/me");
    await page.waitForURL(`${house.url}/account`);
    await admin.goto("/people/users/me");
    await admin.getByRole("heading", { level: 2, name: ADA.email }).waitFor();

    const late = await house.newPage();
    await late.goto(link);
    await late.getByRole("heading", { name: "This link did not work" }).waitFor();
    expect(await late.getByRole("main").textContent()).toContain("expired or was used before");
  });

  it("still works on a page that was loaded again, and only once", async () => {
    const { secret_key: key } = house.vedette.keys;
    const headers = { apikey: key, authorization: `Bearer ${key}` };
    const page = await house.newPage();
    const link = { type: "invite", email: "radia@example.net" };
    const made = await page.request.post("/auth/v1/admin/generate_link", { data: link, headers });
    const { hashed_token: token } = (await made.json()) as { readonly hashed_token: string };
    const password = page.getByRole("textbox", { name: "Password", exact: true });

    await page.goto(`/join?token_hash=${token}&type=invite`);
    await password.waitFor();
    expect(page.url()).toBe(`${house.url}/join`);
    await page.reload();
    await password.fill("tall ships at anchor");
    await page.getByRole("button", { name: "Join" }).click();
    await page.getByRole("heading", { name: "Home" }).waitFor();
    const late = await house.newPage();
    await late.goto(`/join?token_hash=${token}&type=invite`);
    await late.getByRole("textbox", { name: "Password", exact: true }).fill("tall ships at anchor");
    await late.getByRole("button", { name: "Join" }).click();
    await late.getByRole("heading", { name: "This link did not work" }).waitFor();
    await late.getByText("expired or was used before").waitFor();
    await late.getByRole("link", { name: "Have another link sent" }).click();
    await late.getByRole("heading", { name: "Forgot the password" }).waitFor();
  });

  it("says who is signed in where it is opened, and signs in whom it is for", async () => {
    const { secret_key: key } = house.vedette.keys;
    const headers = { apikey: key, authorization: `Bearer ${key}` };
    const page = await house.adminPage({});
    const data = { type: "invite", email: "lise@example.net" };
    const made = await page.request.post("/auth/v1/admin/generate_link", { data, headers });
    const { hashed_token: token } = (await made.json()) as { readonly hashed_token: string };

    await page.goto(`/join?token_hash=${token}&type=invite`);
    await page.getByText(`${ADA.email} is signed in here.`).waitFor();
    // What is empty is said at the field, and the link is not used up by it.
    await page.getByRole("button", { name: "Join" }).click();
    await page.getByText("This has to be filled in.").waitFor();
    await page.reload();
    await page.getByRole("textbox", { name: "Password", exact: true }).fill("tall ships at anchor");
    await page.getByRole("button", { name: "Join" }).click();

    await page.getByRole("heading", { name: "Home" }).waitFor();
    expect(await (await page.request.get("/api/user")).json()).toMatchObject({ email: "lise@example.net" });
  });

  it("stands in a list until it is accepted or taken back", async () => {
    const admin = await house.adminPage({ viewport: { width: 390, height: 800 } });
    await admin.goto("/people/invitations");
    await admin.getByText("Nobody is awaited").waitFor();
    await admin.getByRole("button", { name: "Invite", exact: true }).first().click();
    await admin.getByRole("textbox", { name: "E-mail" }).fill("joan@example.com");
    await admin.getByRole("button", { name: "Send invitation" }).click();
    const row = admin.getByRole("row", { name: /joan@example.com/ });
    await row.getByText("Open", { exact: true }).waitFor();
    const more = row.getByRole("button", { name: "Details of joan@example.com" });
    await more.press("Enter");
    const sheet = admin.getByRole("dialog", { name: "joan@example.com" });
    const heads = ["E-mail", "Basic role", "Link", "Until or since", "Actions"];
    expect(await sheet.getByRole("columnheader").allInnerTexts()).toEqual(heads);
    expect(await sheet.getByRole("cell").nth(0).textContent()).toBe("Viewer");
    const beside = await sheet.getByRole("columnheader", { name: "Basic role" }).boundingBox();
    expect((await sheet.getByRole("cell").nth(0).boundingBox())?.y).toBe(beside?.y);
    await admin.keyboard.press("Escape");
    await sheet.waitFor({ state: "detached" });
    expect(await more.evaluate((button) => button === document.activeElement)).toBe(true);
    await row.getByRole("button", { name: "Actions for joan@example.com" }).click();
    await admin.getByRole("menuitem", { name: "Make a link to copy" }).click();
    const copied = await admin.getByRole("dialog").getByRole("textbox", { name: "Link" }).inputValue();
    await admin.getByRole("button", { name: "Done" }).click();
    const invited = await house.newPage();
    await invited.goto(copied);
    await invited.getByRole("textbox", { name: /password/i }).waitFor();
    await admin.goto("/people/invitations?state=accepted");
    await row.getByText("Accepted", { exact: true }).waitFor();
    await admin.goto("/people/invitations");
    await admin.getByRole("button", { name: "Invite", exact: true }).first().click();
    await admin.getByRole("textbox", { name: "E-mail" }).fill("grace@example.org");
    await admin.getByText("Data and where the link leads").click();
    await admin.getByRole("textbox", { name: "Where the link leads" }).fill("https://elsewhere.example/");
    await admin.getByRole("button", { name: "Send invitation" }).click();
    await admin.getByRole("dialog").getByText("A link may not lead there").waitFor();
    await admin.getByRole("textbox", { name: "Where the link leads" }).fill("");
    await admin.getByRole("button", { name: "Send invitation" }).click();
    const grace = admin.getByRole("row", { name: /grace@example.org/ });
    await grace.getByRole("button", { name: "Actions for grace@example.org" }).click();
    await admin.getByRole("menuitem", { name: "Take back" }).click();
    await admin.getByRole("dialog").getByRole("button", { name: "Take back" }).click();
    await admin.getByText("The invitation of grace@example.org is taken back").waitFor();
    await admin.getByText("Nobody is awaited").waitFor();

    const link = await linkInMail(admin, /invited/);
    const late = await house.newPage();
    await late.goto(link);
    await late.getByRole("heading", { name: "This link did not work" }).waitFor();
  });

  it("goes to everybody of a pasted list; who cannot be invited stays, with the reason", async () => {
    const admin = await house.adminPage();
    await admin.goto("/people/invitations?invite=1");
    await admin.getByRole("button", { name: "Invite", exact: true }).first().click();
    const field = admin.getByRole("textbox", { name: "E-mail" });
    await field.evaluate((input, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text", text);
      input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, `mary@example.com\n${ADA.email}\nkatherine@example.com`);
    await admin.getByRole("button", { name: "Send 3 invitations" }).click();

    await admin.getByRole("dialog").getByRole("alert").filter({ hasText: ADA.email }).waitFor();
    expect(await field.inputValue()).toBe(ADA.email);
    await admin.keyboard.press("Escape");
    for (const name of ["mary", "katherine"]) {
      await admin.getByRole("button", { name: `Actions for ${name}@example.com` }).click();
      await admin.getByRole("menuitem", { name: "Take back" }).click();
      await admin.getByRole("dialog").getByRole("button", { name: "Take back" }).click();
      await admin.getByText(`The invitation of ${name}@example.com is taken back`).waitFor();
    }
  });

  it("beyond the limit says what lifts it, where no mail server is set", async () => {
    const admin = await house.adminPage();
    // The limit counts what the other tests send, too.
    await admin.route("**/api/org/invites", (route) => route.fulfill({ status: 429, json: { message: "Too many." } }));
    await admin.goto("/people/users?invite=1");
    await admin.getByRole("textbox", { name: "E-mail" }).fill("ida@example.com");
    await admin.getByRole("button", { name: "Send invitation" }).click();
    await admin.getByRole("dialog").getByRole("link", { name: "Set up a mail server" }).click();
    await admin.getByRole("heading", { level: 1, name: "Mail" }).waitFor();
  });

  it("is refused for somebody who has an account", async () => {
    const admin = await house.adminPage();

    await admin.goto("/people/users?invite=1");
    await admin.getByRole("textbox", { name: "E-mail" }).fill(ADA.email);
    await admin.getByRole("button", { name: "Send invitation" }).click();

    await admin.getByRole("dialog").getByRole("alert").waitFor();
  });
});

describe("people", () => {
  it("are seen whole: what they may do and did, and where they are signed in, which an administrator ends", async () => {
    const admin = await house.adminPage();
    const { secret_key: key } = house.vedette.keys;
    const headers = { apikey: key, authorization: `Bearer ${key}` };
    const person = { email: "dorothy@example.com", password: "a row of seven herons", email_confirm: true };
    const made = await admin.request.post("/auth/v1/admin/users", { headers, data: person });
    const { id } = await made.json();
    const theirs = await house.newPage();
    await post(theirs, "/api/login", person);
    await theirs.goto("/");
    await theirs.getByRole("heading", { name: "Home" }).waitFor();

    await admin.goto(`/people/users/${id}`);
    await admin.getByRole("region", { name: "Activity" }).getByText("Signed in").waitFor();
    await admin.getByText(/^\d+ permissions?$/).click();
    await admin.getByRole("listitem").filter({ hasText: "dashboards:read" }).waitFor();
    const ways = admin.getByRole("region", { name: "Ways to sign in" });
    await ways.getByText(/dorothy@example.com · id .+ · linked .+ · last used .+ · the only one/).waitFor();
    expect(await ways.getByRole("button", { name: "Remove: E-mail" }).isDisabled()).toBe(true);
    // What programs keep of somebody meanwhile is not put back, and told where both changed the same.
    const metadata = admin.getByRole("region", { name: "Metadata" });
    const field = metadata.getByRole("textbox");
    const type = async (plan: string) =>
      field.fill((await field.inputValue()).replace(/"app_metadata": \{/, `"app_metadata": {\n"plan": "${plan}",`));
    const byProgram = (data: object) => admin.request.put(`/auth/v1/admin/users/${id}`, { headers, data });
    await type("gold");
    await byProgram({ app_metadata: { plan: "lead", seat: 9 } });
    await metadata.getByRole("button", { name: "Save" }).click();
    await metadata.getByRole("alert").filter({ hasText: 'Saved by now: plan: "lead".' }).waitFor();
    await byProgram({ app_metadata: { seat: 10 } });
    await metadata.getByRole("button", { name: "Save" }).click();
    await metadata.getByText("Saved", { exact: true }).waitFor();
    const stored = await (await admin.request.get(`/auth/v1/admin/users/${id}`, { headers })).json();
    expect(stored.app_metadata).toMatchObject({ plan: "gold", seat: 10, provider: "email" });
    const sessions = admin.getByRole("region", { name: "Sessions" });
    await sessions.getByRole("button", { name: /^End the session of/ }).click();
    await sessions.getByText("This person is signed in nowhere.").waitFor();
    expect((await theirs.request.get("/api/user")).status()).toBe(401);

    await post(theirs, "/api/login", person);
    await admin.goto("/people/users?q=dorothy");
    await admin.getByRole("checkbox", { name: "Select dorothy@example.com" }).check();
    await admin
      .getByRole("region", { name: /you selected/ })
      .getByRole("button", { name: "Sign out" })
      .click();
    const dialog = admin.getByRole("dialog", { name: "Sign 1 person out?" });
    await dialog.getByRole("button", { name: "Sign out" }).click();
    await expect.poll(async () => (await theirs.request.get("/api/user")).status()).toBe(401);
  });

  it("are chosen in the list, locked out together, let in again and deleted", async () => {
    const admin = await house.adminPage();
    for (const email of ["hedy@example.com", "radia@example.com"])
      await post(admin, "/api/org/invites", { email, role: "Viewer" });
    await admin.goto("/people/users");
    await admin.getByRole("button", { name: /Show/ }).click();
    await admin.getByRole("option", { name: "Invited" }).click();
    await admin.waitForURL("**/people/users?state=invited");
    await admin.getByRole("row").filter({ hasText: ADA.email }).waitFor({ state: "detached" });
    const bar = admin.getByRole("region", { name: "What to do with the people you selected" });
    for (const name of ["hedy", "radia"])
      await admin.getByRole("checkbox", { name: `Select ${name}@example.com` }).check();
    await bar.getByText("2 selected").waitFor();
    expect(await bar.getByRole("link", { name: "Export CSV" }).getAttribute("download")).toBe("people.csv");
    const dialog = admin.getByRole("dialog");
    const actWithAll = async (act: string, title: string) => {
      await bar.getByRole("button", { name: act }).click();
      await admin.getByRole("heading", { name: title }).waitFor();
      await dialog.getByRole("button", { name: act }).click();
      await dialog.getByText("Done for 2 of 2.").waitFor();
      expect(await dialog.getByText("Done", { exact: true }).count()).toBe(2);
      await dialog.getByRole("button", { name: "Close" }).click();
      await bar.waitFor({ state: "detached" });
    };
    await actWithAll("Lock out", "Lock out 2 people?");

    await admin.goto("/people/users?state=banned");
    await admin.getByRole("checkbox", { name: "Select all on this page" }).check();
    await actWithAll("Let in again", "Let 2 people in again?");
    await admin.getByText("Nobody matches").waitFor();
    await admin.goto("/people/users?q=example.com&state=invited");
    for (const name of ["hedy", "radia"])
      await admin.getByRole("checkbox", { name: `Select ${name}@example.com` }).check();
    await actWithAll("Delete account", "Delete 2 people?");

    await admin.getByRole("link", { name: "hedy@example.com" }).waitFor({ state: "detached" });
    expect(await admin.getByRole("link", { name: "radia@example.com" }).count()).toBe(0);
  });
});

describe("somebody of the list", () => {
  const NAMES = ["annie", "betty", "carol", "doris"];
  const addressOf = (name: string) => `${name}@sheet.example`;
  const LIST = "/people/users?q=sheet.example&size=10";

  beforeAll(async () => {
    const admin = await house.adminPage();
    const { secret_key: key } = house.vedette.keys;
    const headers = { apikey: key, authorization: `Bearer ${key}` };
    for (const name of NAMES) {
      const data = { email: addressOf(name), email_confirm: true };
      const made = await admin.request.post("/auth/v1/admin/users", { headers, data });
      expect(made.status()).toBe(200);
    }
  });

  it("opens in a sheet beside the list by keyboard, which walks along with j and k, and closes by Escape", async () => {
    const page = await house.adminPage({ viewport: { width: 1280, height: 800 } });
    const { tabTo, press, inHand } = atKeyboard(page);
    const nameOf = (name: string) => page.getByRole("heading", { level: 2, name: addressOf(name) });
    const rowOf = (name: string) => page.getByRole("link", { name: addressOf(name) });
    await page.goto("/people/users");
    await page.goto(LIST);
    await rowOf("doris").waitFor();
    const shown = await page.locator("main tbody").getByRole("link").allTextContents();
    const [first = "", second = "", third = ""] = shown.map((address) => address.replace(/@.*/, ""));
    await page.getByRole("checkbox", { name: `Select ${addressOf(third)}` }).check();

    await tabTo(rowOf(first), "Shift+Tab");
    await press("Enter");
    await nameOf(first).waitFor();
    await expect.poll(inHand, { timeout: 25_000 }).toBe(addressOf(first));
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H2");
    const address = new URL(page.url());
    expect(address.pathname).toMatch(/^\/people\/users\/[0-9a-f-]{36}$/);
    expect(address.search).toBe("?q=sheet.example&size=10");
    await expect.poll(() => page.title(), { timeout: 25_000 }).toBe(`${addressOf(first)} · People · Vedette`);
    expect(await page.getByRole("heading", { level: 1 }).allTextContents()).toEqual(["People"]);

    await press("j");
    await nameOf(second).waitFor();
    expect(await inHand()).toBe(addressOf(second));
    expect(await rowOf(second).getAttribute("aria-current")).toBe("true");
    await press("j");
    await press("j");
    await press("k");
    await nameOf(third).waitFor();
    await page.reload();
    await nameOf(third).waitFor();
    await rowOf(third).waitFor();
    await page.emulateMedia({ media: "print" });
    const sheet = page.locator(".v-person-sheet");
    expect(await sheet.evaluate((paper) => paper.scrollHeight - paper.clientHeight)).toBeLessThanOrEqual(0);
    expect(await rowOf(third).isVisible()).toBe(false);
    await page.emulateMedia({ media: null });
    await press("Escape");
    await page.waitForURL(`**${LIST}`);
    await nameOf(third).waitFor({ state: "detached" });
    await expect.poll(inHand, { timeout: 25_000 }).toBe(addressOf(third));
    expect(await page.title()).toBe("People · Vedette");

    await press("Enter");
    await nameOf(third).waitFor();
    await page.goBack();
    await nameOf(third).waitFor({ state: "detached" });
    expect(page.url()).toBe(`${house.url}${LIST}`);
    await page.goBack();
    await page.waitForURL("**/people/users");
  });

  it("leaves what was selected and how far somebody had scrolled, and has an address that opens by itself", async () => {
    const page = await house.adminPage({ viewport: { width: 1280, height: 420 } });
    const sheet = page.getByRole("region", { name: addressOf("betty") });
    const close = sheet.getByRole("button", { name: "Close" });
    await page.goto(LIST);
    const box = page.getByRole("checkbox", { name: `Select ${addressOf("carol")}` });
    await box.check();
    await page.getByRole("link", { name: addressOf("betty") }).click();
    await sheet.waitFor();
    const scrolled = await page.evaluate(() => window.scrollY);
    expect(await box.isChecked()).toBe(true);
    await close.click();
    await sheet.waitFor({ state: "detached" });
    expect(await box.isChecked()).toBe(true);
    expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);

    await page.getByRole("link", { name: addressOf("betty") }).click();
    await sheet.waitFor();
    const late = await page.context().newPage();
    await late.goto(page.url());
    await late.getByRole("region", { name: addressOf("betty") }).waitFor();
    await late.getByRole("button", { name: "Close" }).click();
    await late.waitForURL(`**${LIST}`);
    await late.close();
  });

  it("lies over the list where there is little room, and is a page of its own on a phone", async () => {
    const page = await house.adminPage({ viewport: { width: 800, height: 800 } });
    await page.goto(LIST);
    const first = page.locator("main tbody").getByRole("link").first();
    await first.waitFor();
    const sheet = page.getByRole("region", { name: (await first.textContent()) ?? "" });
    await first.click();
    await sheet.waitFor();
    expect(await page.locator("main [inert]").count()).toBe(1);
    // What the server has to say lies below it, too.
    const notice = await page.evaluate(() => {
      const said = document.createElement("aside");
      said.className = "v-banners";
      document.body.append(said);
      const { visibility } = getComputedStyle(said);
      said.remove();
      return visibility;
    });
    expect(notice).toBe("hidden");
    await page.keyboard.press("j");
    await sheet.waitFor({ state: "detached" });
    await page.getByRole("heading", { level: 2, name: /@sheet\.example$/ }).waitFor();
    await page.mouse.click(120, 400);
    await page.waitForURL(`**${LIST}`);

    await page.setViewportSize({ width: 390, height: 500 });
    await page.getByRole("checkbox", { name: `Select ${addressOf("carol")}` }).check();
    await page.getByRole("link", { name: addressOf("annie") }).click();
    await page.getByRole("heading", { level: 1, name: addressOf("annie") }).waitFor();
    expect(await page.getByRole("table", { name: "People" }).count()).toBe(0);
    await page.goBack();
    const box = page.getByRole("checkbox", { name: `Select ${addressOf("carol")}` });
    await box.waitFor();
    expect(await box.isChecked()).toBe(true);
  });
});

describe("the list of people", () => {
  it("keeps its filters in the address and its columns in the browser, and is exported whole", async () => {
    const admin = await house.adminPage();
    for (const name of ["mary", "katherine"])
      await post(admin, "/api/org/invites", { email: `${name}@nasa.example`, role: "Viewer" });
    const { secret_key: key } = house.vedette.keys;
    const headers = { apikey: key, authorization: `Bearer ${key}` };
    const person = { email: "christine@nasa.example", phone: "4930123456", email_confirm: true };
    expect((await admin.request.post("/auth/v1/admin/users", { headers, data: person })).status()).toBe(200);
    const christine = admin.getByRole("link", { name: person.email });
    await admin.goto("/people/users?q=nasa.example&size=10");
    await christine.waitFor();

    await admin.getByText("Filter by days").click();
    await admin.getByLabel("Made until").fill("2001-01-01");
    await admin.waitForURL("**/people/users?q=nasa.example&size=10&created_to=2001-01-01");
    await admin.getByText("Nobody matches").waitFor();
    await admin.reload();
    await admin.getByText("Nobody matches").waitFor();
    await admin.getByLabel("Made until").fill("");
    await admin.getByRole("button", { name: /Any provider/ }).click();
    await admin.getByRole("option", { name: "E-mail" }).click();
    await admin.waitForURL("**/people/users?q=nasa.example&size=10&provider=email");
    await christine.waitFor();

    await admin.getByRole("button", { name: "Columns" }).click();
    await admin.getByRole("menuitemcheckbox", { name: "Phone number" }).click();
    await admin.getByRole("menuitemcheckbox", { name: "Role" }).click();
    await admin.keyboard.press("Escape");
    await admin.reload();
    await admin.getByRole("columnheader", { name: "Phone number" }).waitFor();
    await admin.getByRole("cell", { name: person.phone }).waitFor();
    expect(await admin.getByRole("columnheader", { name: "Role" }).count()).toBe(0);

    await admin.goto("/people/users?q=nasa.example");
    await christine.waitFor();
    const [file] = await Promise.all([
      admin.waitForEvent("download"),
      admin.getByRole("button", { name: "Export CSV" }).click(),
    ]);
    const lines = (await readFile(await file.path(), "utf8")).trimEnd().split("\r\n");
    expect(lines).toHaveLength(4);
    expect(lines.find((line) => line.startsWith(person.email))).toContain(person.phone);
  });
});

describe("somebody who signs up", () => {
  it("gets in only after opening the link in the mail", async () => {
    const page = await house.newPage();
    const signIn = async () => {
      await page.goto("/sign-in");
      await page.getByRole("textbox", { name: "E-mail" }).fill("linus@example.com");
      await page.getByRole("textbox", { name: "Password", exact: true }).fill("nine winters in the north");
      await page.getByRole("button", { name: "Sign in" }).click();
    };

    await page.goto("/playlists");
    await page.getByRole("link", { name: "Create an account" }).click();
    await page.getByRole("heading", { name: "Create an account" }).waitFor();
    await page.getByRole("textbox", { name: "E-mail" }).fill("lins@example.com");
    await page.getByRole("textbox", { name: "Password", exact: true }).fill("nine winters in the north");
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByRole("button", { name: "Wrong address" }).click();
    expect(await page.getByRole("textbox", { name: "E-mail" }).inputValue()).toBe("lins@example.com");
    await page.getByRole("textbox", { name: "E-mail" }).fill("linus@example.com");
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByRole("heading", { name: "Check your mail" }).waitFor();
    await signIn();
    await page.getByRole("alert").filter({ hasText: "Confirm your address first" }).waitFor();
    await page.goto(await linkInMail(await house.adminPage(), /confirm/i));

    await page.getByRole("heading", { name: "Playlists" }).waitFor();
    expect(page.url()).toBe(`${house.url}/playlists`);
  });
});

describe("an account of one's own", () => {
  const configure = async (settings: Readonly<Record<string, unknown>>) => {
    const answer = await fetch(`${house.url}/v1/projects/default/config/auth`, {
      method: "PATCH",
      headers: { authorization: `Bearer ${house.vedette.keys.secret_key}`, "content-type": "application/json" },
      body: JSON.stringify(settings),
    });
    expect(answer.status).toBe(200);
  };

  it("asks for a password by rules that are told before, and is not asked for where nobody can have one", async () => {
    onTestFinished(() =>
      configure({ password_min_length: null, password_required_characters: null, disable_signup: null }),
    );
    await configure({ password_min_length: 12, password_required_characters: "0123456789:äöü" });
    const page = await house.newPage();
    await page.goto("/sign-up");
    await page.getByText("At least 12 characters. It needs a digit, one of äöü.").waitFor();

    await configure({ disable_signup: true });
    await page.reload();
    await page.getByText("Ask an administrator for an invitation.").waitFor();
    expect(await page.getByRole("textbox").count()).toBe(0);
  });
});

describe("somebody with a role of their own", () => {
  /** What each page is there for, by the permission that opens it. */
  const PAGES = {
    "/people/users": "users:read",
    "/people/teams": "teams:read",
    "/people/service-accounts": "serviceaccounts:read",
    "/people/roles": "roles:read",
    "/audit/changes": "audit:read",
    "/inbox": "mails:read",
    "/settings/data-sources": "datasources:read",
    "/settings/tokens": "serviceaccounts:read",
    "/settings/system": "settings:read",
    "/settings/doctor": "settings:read",
    "/walls": "walls:read",
    "/access/methods": "identity.settings:write",
  };

  it("sees the pages of the permissions that they hold, and no others", async () => {
    const admin = await house.adminPage();
    const id = await addPerson(house.vedette, "auditor@example.com");
    const theirs = await house.newPage();
    await post(theirs, "/api/login", { email: "auditor@example.com", password: PASSWORD });
    const role = { uid: "auditor", name: "auditor" };
    const permissions = [...new Set(Object.values(PAGES))].filter((action) => action !== "identity.settings:write");
    await post(admin, "/api/access-control/roles", {
      ...role,
      permissions: permissions.map((action) => ({ action, scope: "*" })),
    });
    await post(admin, `/api/access-control/users/${id}/roles`, { roleUid: "auditor" });

    const seen: Record<string, string> = {};
    for (const path of Object.keys(PAGES)) {
      await theirs.goto(path);
      await theirs.getByRole("heading", { level: 1 }).waitFor();
      await theirs.locator("main .v-skeleton").first().waitFor({ state: "detached" });
      const refused = await theirs.getByRole("heading", { name: "No access" }).count();
      seen[path] = refused > 0 ? "refused" : (await theirs.getByRole("alert").allTextContents()).join();
    }
    const expected = Object.keys(PAGES).map((path) => [path, path === "/access/methods" ? "refused" : ""]);
    expect(seen).toEqual(Object.fromEntries(expected));

    await theirs.goto("/audit");
    await theirs.waitForURL("**/audit/changes");
    const rail = theirs.getByRole("navigation", { name: "Main" });
    await rail.getByRole("link", { name: "People" }).waitFor();
    expect(await rail.getByRole("link", { name: "Access" }).count()).toBe(0);
  });

  it("is offered what they may make, and nothing else", async () => {
    const admin = await house.adminPage();
    const id = await addPerson(house.vedette, "maker@example.com");
    const theirs = await house.newPage();
    await post(theirs, "/api/login", { email: "maker@example.com", password: PASSWORD });
    const offers = async () => {
      await theirs.goto("/dashboards");
      await theirs.getByRole("link", { name: "Trash" }).waitFor();
      const named = ["New", "Import", "New folder"].map((name) => theirs.getByText(name, { exact: true }));
      return await Promise.all(named.map((one) => one.count()));
    };

    expect(await offers()).toEqual([0, 0, 0]);
    const permissions = ["dashboards:create", "dashboards:write"].map((action) => ({ action, scope: "*" }));
    await post(admin, "/api/access-control/roles", { uid: "maker", name: "maker", permissions });
    await post(admin, `/api/access-control/users/${id}/roles`, { roleUid: "maker" });
    expect(await offers()).toEqual([1, 1, 0]);
    await theirs.getByText("New", { exact: true }).click();
    await theirs.getByRole("textbox", { name: "Title" }).fill("Made by a viewer");
    await theirs.getByRole("button", { name: "Create dashboard" }).click();
    await theirs.waitForURL("**/d/**");
  });
});
