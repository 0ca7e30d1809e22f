import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openOpenIdProvider } from "../../services/identity/test/openid-provider.ts";
import { type BrowserHouse, openHouse } from "./browser-house.ts";

let provider: Awaited<ReturnType<typeof openOpenIdProvider>>;
let house: BrowserHouse;
beforeAll(async () => {
  provider = await openOpenIdProvider({
    grace: { name: "Grace Hopper", email: "grace@example.com", email_verified: true },
    countess: { name: "Ada Lovelace", email: "countess@example.org", email_verified: true },
    shy: { name: "Somebody" },
  });
  house = await openHouse({
    VEDETTE_EXTERNAL_KEYCLOAK_ENABLED: "true",
    VEDETTE_EXTERNAL_KEYCLOAK_CLIENT_ID: provider.clientId,
    VEDETTE_EXTERNAL_KEYCLOAK_SECRET: provider.secret,
    VEDETTE_EXTERNAL_KEYCLOAK_URL: provider.issuer,
    VEDETTE_SECURITY_MANUAL_LINKING_ENABLED: "true",
  });
  await provider.serve(`${house.url}/auth/v1/callback`);
}, 120_000);
afterAll(async () => {
  expect(house.problems).toEqual([]);
  await house[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

/** Says at the provider who one is. */
async function sayName(page: Page, name: string): Promise<void> {
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("button", { name: "Sign in" }).click();
}

it("signs in with a provider, and lands where one wanted to go without a token in the address", async () => {
  const page = await house.newPage();
  await page.goto("/dashboards?q=workers");

  await page.getByRole("link", { name: "Go on with Keycloak" }).click();
  await sayName(page, "grace");

  await page.getByRole("link", { name: "Delivery workers" }).waitFor();
  expect(page.url()).toBe(`${house.url}/dashboards?q=workers`);
  await page.goto("/account/identities");
  await page.getByRole("list", { name: "Identities" }).getByText("grace@example.com").waitFor();
});

it("says what to do when the provider names no address, or the person says no", async () => {
  const page = await house.newPage();
  await page.goto("/sign-in");
  await page.getByRole("link", { name: "Go on with Keycloak" }).click();
  await sayName(page, "shy");

  await page.getByText("The other service did not give an e-mail address.").waitFor();
  await page.getByRole("link", { name: "Back to sign-in" }).click();
  await page.context().clearCookies();
  await page.getByRole("link", { name: "Go on with Keycloak" }).click();
  await sayName(page, "nobody");

  await page.getByRole("heading", { name: "This link did not work" }).waitFor();
  await page.getByText("The person said no").waitFor();
});

it("links an account, signs in with it, and takes it away again", async () => {
  const page = await house.adminPage();
  await page.goto("/account/identities");
  const identities = page.getByRole("list", { name: "Identities" });

  await page.getByRole("button", { name: "Link Keycloak" }).click();
  await sayName(page, "countess");
  await page.getByText("The account is linked.").waitFor();
  await identities.getByText("countess@example.org").waitFor();
  expect(new URL(page.url()).hash).toBe("");

  const elsewhere = await house.newPage();
  await elsewhere.goto("/sign-in");
  await elsewhere.getByRole("link", { name: "Go on with Keycloak" }).click();
  await sayName(elsewhere, "countess");
  await elsewhere.getByRole("heading", { name: "Home" }).waitFor();

  await page.getByRole("button", { name: "Remove: Keycloak" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await identities.getByText("countess@example.org").waitFor({ state: "detached" });
});

it("shows administrators what to register, and takes what the provider gives in return", async () => {
  const page = await house.adminPage();
  await page.goto("/access/providers");
  await page.getByRole("link", { name: "GitHub" }).click();

  await page.getByText(`${house.url}/auth/v1/callback`, { exact: true }).waitFor();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy callback URL" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${house.url}/auth/v1/callback`);

  await page.getByText("People may sign in with GitHub.").click();
  await page.getByRole("textbox", { name: "Client id", exact: true }).fill("an id");
  await page.getByRole("textbox", { name: "Secret" }).fill("a secret");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Saved, and in force.").waitFor();

  const visitor = await house.newPage();
  await visitor.goto("/sign-in");
  const address = await visitor.getByRole("link", { name: "Go on with GitHub" }).getAttribute("href");
  const answer = await visitor.request.get(address ?? "", { maxRedirects: 0 });
  expect(answer.status()).toBe(302);
  expect(answer.headers()["location"]).toMatch(/^https:\/\/github\.com\/login\/oauth\/authorize\?.*client_id=an%20id/);
});
