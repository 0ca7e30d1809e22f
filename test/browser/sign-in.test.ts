import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ADA, type BrowserHouse, holdAnswers, openHouse } from "./browser-house.ts";

let house: BrowserHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(async () => {
  expect(house.problems).toEqual([]);
  await house[Symbol.asyncDispose]();
});

describe("signing in", () => {
  it("keeps the address after a wrong password, and goes on to where one wanted to go after the right one", async () => {
    const page = await house.newPage();

    await page.goto("/dashboards?q=workers");
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    const email = page.getByRole("textbox", { name: "E-mail" });
    const password = page.getByRole("textbox", { name: "Password", exact: true });
    await email.fill(ADA.email);
    await password.fill("not the password");
    await password.press("Enter");
    await page.getByRole("alert").waitFor();

    expect(await page.getByRole("alert").textContent()).toBe("E-mail or password is wrong.");
    expect(await email.inputValue()).toBe(ADA.email);
    expect(await password.evaluate((input) => input === document.activeElement)).toBe(true);

    await password.fill(ADA.password);
    await password.press("Enter");
    await page.getByRole("link", { name: "Delivery workers" }).waitFor();
    expect(page.url()).toBe(`${house.url}/dashboards?q=workers`);
  });

  it("moves nothing when the other ways to sign in come late", async () => {
    const page = await house.newPage();
    const letGo = await holdAnswers(page, /\/auth\/v1\/settings/);
    await page.goto("/sign-in");
    const submit = page.getByRole("button", { name: "Sign in" });
    await submit.waitFor();
    const before = await submit.boundingBox();

    letGo();
    await page.getByRole("link", { name: "Send me a link or code" }).waitFor();

    expect(await submit.boundingBox()).toEqual(before);
  });

  it("folds many providers, and goes on at the first that unfolds", async () => {
    const page = await house.newPage();
    const titles = ["Apple", "Discord", "Figma", "GitHub", "GitLab", "Google", "Zoom"];
    await page.route(/\/auth\/v1\/settings/, async (route) => {
      const settings = await (await route.fetch()).json();
      const providers = titles.map((title) => ({ name: title.toLowerCase(), title }));
      await route.fulfill({ json: { ...settings, providers } });
    });
    await page.goto("/sign-in");
    const links = page.getByRole("link", { name: /^Go on with / });
    const more = page.getByRole("button", { name: "More (2)" });
    await more.focus();
    expect(await links.count()).toBe(5);

    await more.press("Enter");

    await expect.poll(() => links.count(), { timeout: 5000 }).toBe(titles.length);
    expect(await links.nth(5).evaluate((link) => link === document.activeElement)).toBe(true);
  });

  it("counts down while the server takes no more tries", async () => {
    const page = await house.newPage();
    await page.goto("/sign-in");
    await page.route("**/api/login", (route) =>
      route.fulfill({ status: 429, headers: { "retry-after": "2" }, json: { message: "Too many tries." } }),
    );
    await page.getByRole("textbox", { name: "E-mail" }).fill(ADA.email);
    await page.getByRole("textbox", { name: "Password", exact: true }).fill(ADA.password);
    await page.getByRole("button", { name: "Sign in" }).click();

    const wait = page.getByRole("button", { name: /^Try again in [12]\ss$/ });
    await wait.waitFor();
    expect(await wait.isDisabled()).toBe(true);
    await page.unroute("**/api/login");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Home" }).waitFor();

    await page.context().clearCookies();
    await page.goto("/sign-in");
    expect(await page.getByRole("textbox", { name: "E-mail" }).inputValue()).toBe(ADA.email);
  });

  it.each(["/sign-in/forgot", "/sign-in/verify?via=email"])("counts down on %s, too", async (path) => {
    const page = await house.newPage();
    await page.route(/\/auth\/v1\/(otp|recover)/, (route) =>
      route.fulfill({ status: 429, headers: { "retry-after": "2" }, json: { message: "Too many mails." } }),
    );
    await page.goto(path);
    await page.getByRole("textbox", { name: "E-mail" }).fill("ada@example.com");
    await page.getByRole("textbox", { name: "E-mail" }).press("Enter");
    const wait = page.getByRole("button", { name: /^Try again in [12]\ss$/ });
    await wait.waitFor();

    expect(await wait.isDisabled()).toBe(true);
    await page.getByRole("button", { name: /^Send/ }).waitFor();
  });

  it("speaks another language and takes other colours before anybody is known", async () => {
    const page = await house.newPage();
    await page.goto("/sign-in");
    await page.getByRole("button", { name: "Theme: Dark" }).click();
    expect(await page.locator("html").getAttribute("data-theme")).toBe("light");
    await page.getByRole("button", { name: "Theme: Light" }).click();
    await page.getByRole("button", { name: "Theme: System" }).waitFor();
    await page.getByRole("button", { name: "Deutsch" }).click();
    await page.getByRole("heading", { name: "Anmelden" }).waitFor();
  });

  it.each(["//evil.example/x", "/\\evil.example", "https://evil.example"])("never leads to %s", async (next) => {
    const page = await house.newPage();

    await page.goto(`/login?next=${encodeURIComponent(next)}`);
    await page.getByRole("textbox", { name: "E-mail" }).fill(ADA.email);
    await page.getByRole("textbox", { name: "Password", exact: true }).fill(ADA.password);
    await page.getByRole("button", { name: "Sign in" }).click();

    await page.getByRole("heading", { name: "Home" }).waitFor();
    expect(page.url()).toBe(`${house.url}/`);
  });

  it("asks whether somebody is signed in without a refusal, which would be a fault in the browser's log", async () => {
    const page = await house.newPage();
    const faults: string[] = [];
    page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
    const isAsked = page.waitForResponse("**/api/login/person");

    await page.goto("/sign-in");
    expect(await (await isAsked).json()).toEqual({ uid: null });
    await page.getByRole("textbox", { name: "E-mail", exact: true }).waitFor();
    expect(faults).toEqual([]);
  });

  it("is not asked of whoever is signed in: they are taken to where they wanted to go", async () => {
    const page = await house.adminPage({});

    await page.goto("/sign-in?next=%2Fdashboards%3Fq%3Dworkers");
    await page.getByRole("link", { name: "Delivery workers" }).waitFor();
    expect(page.url()).toBe(`${house.url}/dashboards?q=workers`);
    await page.goto("/login");
    await page.getByRole("heading", { name: "Home" }).waitFor();
    expect(page.url()).toBe(`${house.url}/`);
  });

  it("leaves no token where scripts can read it", async () => {
    const page = await house.adminPage({});

    await page.goto("/");
    await page.getByRole("heading", { name: "Home" }).waitFor();

    const readable = await page.evaluate(
      () => JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie,
    );
    expect(readable).not.toMatch(/session|token|eyJ/i);
  });
});

describe("signing out", () => {
  it("ends the session for good", async () => {
    const page = await house.adminPage({});

    await page.goto("/");
    await page.getByRole("button", { name: "Account" }).click();
    await page.getByText(/^Vedette 13\./).waitFor();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();

    const answer = await page.request.get("/api/user");
    expect(answer.status()).toBe(401);
  });
});

describe("a session that ends while somebody works", () => {
  it("asks for the password over the page and loses nothing that was typed", async () => {
    const page = await house.adminPage({});
    await page.goto("/playlists/new");
    await page.getByRole("textbox", { name: "Title" }).fill("Lobby");
    await page.getByRole("button", { name: "Add Delivery workers" }).click();

    await page.context().clearCookies();
    await page.getByRole("button", { name: "Create playlist" }).click();
    await page.getByRole("dialog").waitFor();
    const password = page.getByRole("textbox", { name: "Password", exact: true });
    await password.fill("not hers at all");
    await page.getByRole("dialog").getByRole("button", { name: "Sign in" }).click();
    await page.getByText("E-mail or password is wrong.").waitFor();
    await expect.poll(() => password.evaluate((field) => field === document.activeElement)).toBe(true);
    await password.fill(ADA.password);
    await page.getByRole("dialog").getByRole("button", { name: "Sign in" }).click();

    await page.waitForURL(/\/playlists\/lobby-/);
    expect(await page.getByRole("textbox", { name: "Title" }).inputValue()).toBe("Lobby");
  });

  it("goes on by itself when the same person, and nobody else, signs in another way in a new tab", async () => {
    const page = await house.adminPage({});
    const { secret_key: key } = house.vedette.keys;
    const mate = { email: "mate@example.com", password: ADA.password, email_confirm: true };
    const headers = { apikey: key, authorization: `Bearer ${key}` };
    expect((await page.request.post("/auth/v1/admin/users", { data: mate, headers })).ok()).toBe(true);
    await page.goto("/playlists/new");
    await page.getByRole("textbox", { name: "Title" }).fill("Gatehouse");
    await page.getByRole("button", { name: "Add Delivery workers" }).click();
    await page.context().clearCookies();
    await page.getByRole("button", { name: "Create playlist" }).click();
    const dialog = page.getByRole("dialog");
    const opened = page.waitForEvent("popup");
    await dialog.getByRole("link", { name: "Sign in another way, in a new tab" }).click();
    const tab = await opened;
    const signIn = async ({ email, password }: typeof mate) => {
      await tab.getByRole("textbox", { name: "E-mail", exact: true }).fill(email);
      await tab.getByRole("textbox", { name: "Password", exact: true }).fill(password);
      await tab.getByRole("button", { name: "Sign in", exact: true }).click();
      await tab.getByRole("heading", { name: "Home" }).waitFor();
    };

    await signIn(mate);
    await dialog.getByText("Somebody else is signed in now.").waitFor();
    await tab.context().clearCookies();
    await tab.goto("/sign-in");
    await signIn({ ...mate, ...ADA });

    await page.waitForURL(/\/playlists\/gatehouse-/);
    expect(await page.getByRole("textbox", { name: "Title" }).inputValue()).toBe("Gatehouse");
  });
});

describe("a session that is about to end", () => {
  const limit = async (settings: object) => {
    const answer = await fetch(`${house.url}/v1/projects/default/config/auth`, {
      method: "PATCH",
      headers: { authorization: `Bearer ${house.vedette.keys.secret_key}`, "content-type": "application/json" },
      body: JSON.stringify(settings),
    });
    expect(answer.status).toBe(200);
  };
  afterEach(() => limit({ sessions_timebox: null, sessions_inactivity_timeout: null }));

  it("says so, and goes on at a press when only use is wanted", async () => {
    const page = await house.adminPage({});
    await limit({ sessions_inactivity_timeout: "110s" });
    await page.goto("/help/shortcuts");
    const warning = page.getByRole("status").filter({ hasText: "Your session ends at" });
    await warning.waitFor();

    await limit({ sessions_inactivity_timeout: "1h" });
    await warning.getByRole("button", { name: "Stay signed in" }).click();
    await warning.waitFor({ state: "hidden" });
  });

  it("takes the password before its time box is over, and leaves the page as it is", async () => {
    const page = await house.adminPage({});
    await limit({ sessions_timebox: "110s" });
    await page.goto("/playlists/new");
    await page.getByRole("textbox", { name: "Title" }).fill("Quay");
    const warning = page.getByRole("status").filter({ hasText: "Your session ends at" });
    await warning.getByRole("button", { name: "Sign in again" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "hidden" });

    await warning.getByRole("button", { name: "Sign in again" }).click();
    await limit({ sessions_timebox: "1h" });
    await dialog.getByRole("textbox", { name: "Password", exact: true }).fill(ADA.password);
    await dialog.getByRole("button", { name: "Sign in" }).click();
    await warning.waitFor({ state: "hidden" });
    expect(await page.getByRole("textbox", { name: "Title" }).inputValue()).toBe("Quay");
  });
});

it("a link that was used before confirms nothing, and says so", async () => {
  const { secret_key: key } = house.vedette.keys;
  const headers = { apikey: key, authorization: `Bearer ${key}` };
  const page = await house.newPage();
  const link = { type: "magiclink", email: ADA.email };
  const made = await page.request.post("/auth/v1/admin/generate_link", { data: link, headers });
  const { hashed_token: token } = (await made.json()) as { readonly hashed_token: string };
  const address = `/confirm?token_hash=${token}&type=magiclink`;

  await page.goto(address);
  await page.getByRole("heading", { name: "Home" }).waitFor();
  const other = await house.newPage();
  await other.goto(address);

  await other.getByRole("heading", { name: "This link did not work" }).waitFor();
  await other.getByText("The link has expired or was used before.").waitFor();
});

it.each(["/confirm", "/"])(
  "a link to %s that another browser asked for says so, and offers a code instead",
  async (to) => {
    const page = await house.adminPage({});
    const challenge = { code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", code_challenge_method: "s256" };
    const asked = await page.request.post(`/auth/v1/otp?redirect_to=${encodeURIComponent(`${house.url}${to}`)}`, {
      data: { email: ADA.email, create_user: false, ...challenge },
      headers: { apikey: house.vedette.keys.publishable_key },
    });
    expect(asked.status()).toBe(200);
    const newest = async () => {
      const { mails } = await (await page.request.get("/api/inbox")).json();
      const mail = await (await page.request.get(`/api/inbox/${mails[0]?.id}`)).text();
      const link = /verify\?token=pkce_[^"\\ ]+/.exec(mail)?.[0].replaceAll("&amp;", "&");
      return link !== undefined && decodeURIComponent(link).endsWith(`redirect_to=${house.url}${to}`)
        ? link
        : undefined;
    };
    await expect.poll(newest, { timeout: 20_000 }).toBeDefined();
    const other = await house.newPage();

    await other.goto(`/auth/v1/${await newest()}`);
    await other.getByText("This link works only in the browser or program that asked for it.").waitFor();
    await other.getByRole("link", { name: "Send me a link or code" }).click();

    await other.waitForURL("**/sign-in/verify");
  },
);

it("a link with a session that leads to the first page takes whoever opens it in, and leaves nothing of it in an address", async () => {
  const { secret_key: key } = house.vedette.keys;
  const headers = { apikey: key, authorization: `Bearer ${key}` };
  const page = await house.newPage();
  const link = { type: "magiclink", email: ADA.email, redirect_to: `${house.url}/` };
  const made = await page.request.post("/auth/v1/admin/generate_link", { data: link, headers });
  const { action_link: address } = (await made.json()) as { readonly action_link: string };
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  page.on("framenavigated", (frame) => asked.push(frame.url().replace(/#.*/, "")));

  await page.goto(address);
  await page.getByRole("heading", { name: "Home" }).waitFor();

  expect(page.url()).toBe(`${house.url}/`);
  expect(asked.filter((url) => url.includes("access_token"))).toEqual([]);
  expect((await page.request.get("/api/user/tokens")).status()).toBe(200);
});

it("a refused link says which request refused it, also after the page was loaded again", async () => {
  const page = await house.newPage();

  await page.goto("/auth/v1/verify?token=nonsense&type=magiclink");
  await page.getByText("The link has expired or was used before.").waitFor();
  const request = await page.getByText(/^Request id: /).textContent();
  expect(request).toMatch(/^Request id: [\w-]{8,}$/);
  await page.reload();

  await page.getByText("The link has expired or was used before.").waitFor();
  expect(await page.getByText(/^Request id: /).textContent()).toBe(request);
});
