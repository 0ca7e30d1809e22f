import { once } from "node:events";
import { createServer } from "node:http";
import * as openid from "openid-client";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { openOpenIdProvider } from "../../services/identity/test/openid-provider.ts";
import { anEthereumWallet, aSolanaWallet } from "../../services/identity/test/wallet-keys.ts";
import { ADA, type BrowserHouse, openHouse, post } from "./browser-house.ts";

let provider: Awaited<ReturnType<typeof openOpenIdProvider>>;
let house: BrowserHouse;
beforeAll(async () => {
  provider = await openOpenIdProvider({
    grace: { name: "Grace Hopper", email: "grace@example.com", email_verified: true },
    countess: { name: "Ada Lovelace", email: "countess@example.org", email_verified: true },
    kit: { name: "Kit", email: "kit@elsewhere.example", email_verified: true },
    sally: { name: "Sally Ride", email: "sally@elsewhere.example", email_verified: true },
    mae: { name: "Mae Jemison", email: "mae@elsewhere.example", email_verified: true },
    liar: { name: "Not Ada", email: ADA.email, email_verified: false },
    shy: { name: "Somebody" },
  });
  house = await openHouse({
    VEDETTE_EXTERNAL_KEYCLOAK_ENABLED: "true",
    VEDETTE_EXTERNAL_KEYCLOAK_CLIENT_ID: provider.clientId,
    VEDETTE_EXTERNAL_KEYCLOAK_SECRET: provider.secret,
    VEDETTE_EXTERNAL_KEYCLOAK_URL: provider.issuer,
    VEDETTE_SECURITY_MANUAL_LINKING_ENABLED: "true",
    VEDETTE_SECURITY_OUTBOUND_ALLOWED_HOSTS: new URL(provider.issuer).host,
    VEDETTE_EXTERNAL_WEB3_ETHEREUM_ENABLED: "true",
    VEDETTE_EXTERNAL_WEB3_SOLANA_ENABLED: "true",
    VEDETTE_OAUTH_SERVER_ENABLED: "true",
    VEDETTE_OAUTH_SERVER_ALLOW_DYNAMIC_REGISTRATION: "true",
  });
  await provider.serve(`${house.url}/auth/v1/callback`, `${house.url}/auth/v1/provider-callback/custom:acme`);
}, 120_000);
afterAll(async () => {
  expect(house.problems).toEqual([]);
  await house[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

/** A program of somebody's own machine, which waits for people to come back with a code. */
async function aProgram() {
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html").end("<h1>Back at the program</h1>");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new TypeError("No port");
  const redirectUri = `http://127.0.0.1:${address.port}/callback`;
  const issuer = new URL(`${house.url}/auth/v1`);
  const insecure = { execute: [openid.allowInsecureRequests] };
  const verifier = openid.randomPKCECodeVerifier();
  const requestOf = async (config: openid.Configuration, more: Record<string, string> = {}) => {
    const challenge = await openid.calculatePKCECodeChallenge(verifier);
    const pkce = { code_challenge: challenge, code_challenge_method: "S256" };
    return openid.buildAuthorizationUrl(config, { redirect_uri: redirectUri, scope: "openid email", ...pkce, ...more })
      .href;
  };
  return { redirectUri, issuer, insecure, verifier, requestOf };
}

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
  expect((await page.request.get("/api/user/tokens")).status()).toBe(200);
  await page.goto("/account/identities");
  await page.getByRole("list", { name: "Identities" }).getByText("grace@example.com").waitFor();

  await page.context().clearCookies();
  await page.goto("/sign-in");
  await page.getByRole("link", { name: "Continue as grace@example.com with Keycloak" }).click();
  await page.waitForURL(`${provider.issuer}/**`);
  // What somebody loads again who is on the way back has no answer of the provider's any more.
  await page.goto("/sign-in/provider?next=%2Fplaylists");
  await page.getByRole("link", { name: "Continue as grace@example.com with Keycloak" }).waitFor();
  expect(page.url()).toBe(`${house.url}/sign-in?next=%2Fplaylists`);
});

it("shows the icon of a provider, where it has one, in the colour of the text", async () => {
  const page = await house.newPage();
  await page.goto("/sign-in");

  const button = page.getByRole("link", { name: "Go on with Keycloak" });
  const look = await button.evaluate((link) => {
    const { maskImage, backgroundColor } = getComputedStyle(link.querySelector(".v-provider-icon") ?? link);
    return { address: /url\("(.+)"\)/.exec(maskImage)?.[1] ?? "", backgroundColor, text: getComputedStyle(link).color };
  });
  expect(look.backgroundColor).toBe(look.text);
  const icon = await page.request.get(look.address);
  expect(icon.headers()["content-type"]).toBe("image/svg+xml");
  await page.context().close();
});

it("signs in whoever an identity provider sends to the site itself, and leaves no token in the address", async () => {
  const page = await house.newPage();
  const { access_token } = Object(await post(page, "/auth/v1/token?grant_type=password", ADA));

  await page.goto(`/#access_token=${access_token}&expires_in=3600&token_type=bearer`);
  await page.getByRole("heading", { name: "Home" }).waitFor();

  expect(page.url()).toBe(`${house.url}/`);
  await page.context().close();
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

  await page.getByRole("heading", { name: "This sign-in did not work" }).waitFor();
  await page.getByText("The sign-in was cancelled or not allowed.").waitFor();
  await page.getByText("For administrators").click();
  await page.getByText("The person said no").waitFor();
});

it("signs in with a wallet of either chain, and says when there is none", async () => {
  const bare = await house.newPage();
  await bare.goto("/sign-in");
  await bare.getByRole("button", { name: "Go on with an Ethereum wallet" }).click();
  await bare.getByText("This browser has no such wallet.").waitFor();
  await bare.context().close();

  const [ethereum, solana] = [anEthereumWallet(), aSolanaWallet()];
  const asked: string[] = [];
  for (const chain of ["an Ethereum", "a Solana"]) {
    const page = await house.newPage();
    await page.exposeFunction("signAsEthereum", (hex: string) => {
      asked.push(Buffer.from(hex.slice(2), "hex").toString());
      return ethereum.sign(asked.at(-1) ?? "");
    });
    await page.exposeFunction("signAsSolana", (text: string) => [...solana.sign(text)]);
    // What extensions put into pages; the signatures are real ones.
    await page.addInitScript(`
      window.ethereum = { request: async ({ method, params }) =>
        method === "eth_requestAccounts" ? ["${ethereum.address}"] :
        method === "eth_chainId" ? "0x1" : window.signAsEthereum(params[0]) };
      window.solana = { connect: async () => {}, publicKey: { toBase58: () => "${solana.address}" },
        signMessage: async (bytes) =>
          ({ signature: new Uint8Array(await window.signAsSolana(new TextDecoder().decode(bytes))) }) };`);
    await page.goto("/sign-in");
    await page.getByRole("button", { name: `Go on with ${chain} wallet` }).click();
    await page.getByRole("heading", { name: "Home" }).waitFor();
    await page.goto("/account/identities");
    await page.getByRole("list", { name: "Identities" }).getByText("Wallet").waitFor();
    expect((await page.request.get("/api/user/tokens")).status()).toBe(200);
    await page.context().close();
  }
  expect(asked).toEqual([
    expect.stringContaining(`${new URL(house.url).host} wants you to sign in with your Ethereum`),
  ]);
});

it("links an account, signs in with it, and takes it away again", async () => {
  const page = await house.adminPage({});
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
  await page.getByText("The account is linked.").waitFor({ state: "detached" });
});

it("lets somebody who came by a provider set a first password, after which the link may go", async () => {
  const page = await house.newPage();
  await page.goto("/account/identities");
  await page.getByRole("link", { name: "Go on with Keycloak" }).click();
  await sayName(page, "sally");
  const unlink = page.getByRole("button", { name: "Remove: Keycloak" });
  await page.getByText("the only one, cannot be removed").waitFor();
  expect(await unlink.isDisabled()).toBe(true);

  await page.getByRole("button", { name: "Set a password" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Set a password" });
  await dialog.getByLabel("Password", { exact: true }).fill("first among the stars");
  await page.keyboard.press("Enter");

  await page.getByText("The password is set.").waitFor();
  await page.getByRole("list", { name: "Identities" }).getByText("E-mail").waitFor();
  await page.getByRole("button", { name: "Change password" }).waitFor();
  await unlink.click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await unlink.waitFor({ state: "detached" });
});

it("does not link what is linked to somebody else, and says what to do", async () => {
  const page = await house.newPage();
  await page.goto("/sign-in");
  await page.getByRole("link", { name: "Go on with Keycloak" }).click();
  await sayName(page, "grace");
  await page.getByRole("heading", { name: "Home" }).waitFor();

  const admin = await house.adminPage({});
  await admin.goto("/account/identities");
  await admin.getByRole("button", { name: "Link Keycloak" }).click();
  await sayName(admin, "grace");
  await admin.getByText("Choose another one there, or sign in with that one.").waitFor();
});

it("lets somebody in by an account that an administrator linked by its id", async () => {
  const admin = await house.adminPage();
  const made = await admin.request.post("/auth/v1/admin/users", {
    headers: { authorization: `Bearer ${house.vedette.keys.secret_key}` },
    data: { email: "katherine@example.com", email_confirm: true },
  });
  const { id } = (await made.json()) as { readonly id: string };
  await admin.goto(`/people/users/${id}`);
  await admin.getByRole("button", { name: "Link an account" }).click();
  const dialog = admin.getByRole("dialog", { name: "Link an account of a provider" });
  await dialog.getByRole("textbox", { name: "Id of the account" }).fill("kit");
  await dialog.getByRole("button", { name: "Link", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await admin.getByText("id kit").waitFor();
  expect(await admin.getByText(/last used/).count()).toBe(0);

  const page = await house.newPage();
  await page.goto("/account");
  await page.getByRole("link", { name: "Go on with Keycloak" }).click();
  await sayName(page, "kit");
  await page.getByText("katherine@example.com").first().waitFor();
});

it("shows administrators what to register, and takes what the provider gives in return", async () => {
  const page = await house.adminPage({});
  await page.goto("/access/providers");
  await page.getByRole("link", { name: "GitHub" }).click();

  await page.getByText(`${house.url}/auth/v1/callback`, { exact: true }).waitFor();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy callback URL" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${house.url}/auth/v1/callback`);

  const insecure = await house.adminPage({});
  // What a page is that comes from another machine without TLS.
  await insecure.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "clipboard"));
  await insecure.goto("/access/providers/gitlab");
  await insecure.getByRole("button", { name: "Copy callback URL" }).click();
  await insecure.getByRole("button", { name: "Copied" }).waitFor();
  await insecure.getByRole("textbox", { name: "Client id", exact: true }).fill("");
  await insecure.keyboard.press("Control+V");
  expect(await insecure.getByRole("textbox", { name: "Client id", exact: true }).inputValue()).toBe(
    `${house.url}/auth/v1/callback`,
  );
  await insecure.context().close();

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

it("tries a sign-in out step by step in a window, and loses nothing that was typed on the page", async () => {
  const page = await house.adminPage({});
  await page.goto("/access/providers/keycloak");
  const typed = page.getByRole("textbox", { name: "Additional client ids" });
  await typed.fill("not saved yet");
  const profile = page.getByRole("region", { name: "Trial sign-in" }).locator("dl");
  const tryAs = async (button: string, name: string) => {
    // Else the provider still knows who was there last.
    await page.context().clearCookies({ domain: new URL(provider.issuer).hostname });
    const window = page.waitForEvent("popup");
    await page.getByRole("button", { name: button }).click();
    await page.getByText("Sign in at Keycloak in the window that has opened.").waitFor();
    await (await window).waitForURL(`${provider.issuer}/**`);
    expect(await (await window).evaluate("opener"), "a provider leads this page nowhere").toBeNull();
    await sayName(await window, name);
  };
  await tryAs("Try a sign-in", "mae");
  await profile.getByText("mae@elsewhere.example").waitFor();
  await profile.getByText("verified", { exact: true }).waitFor();
  await profile.getByText("Mae Jemison", { exact: true }).waitFor();
  await page.getByText("It works. A sign-in would make a new user.").waitFor();
  await expect.poll(() => page.context().pages().length).toBe(1);
  await tryAs("Try again", "liar");
  await profile.getByText("not verified").waitFor();
  await page.getByText("Accounts are joined only when the other service has verified the address,").waitFor();
  expect(await typed.inputValue()).toBe("not saved yet");
  await tryAs("Try again", "shy");

  const steps = page.getByRole("list", { name: "Trial sign-in" });
  await steps.getByRole("listitem").filter({ hasText: "Whose user it would be" }).getByText("failed").waitFor();
  await page.getByText("The provider's scopes must include the address,").waitFor();
  const token = steps.getByRole("listitem").filter({ hasText: "The code is exchanged for tokens" });
  await token.getByText("worked").waitFor();
  await token.getByText("Details").click();
  await token.getByText('"access_token"').waitFor();
  await page.goto("/access/providers/gitlab");
  // Where the browser opens no window, the page itself would go.
  await page.evaluate(() => Object.assign(window, { open: () => null }));
  await page.getByRole("button", { name: "Try a sign-in" }).click();
  await page.getByText("missing OAuth client ID").first().waitFor();
  await page.goto("/account");
  await page.getByText(ADA.email).first().waitFor();
  await page.context().close();
});

it("takes a provider of one's own, tries it, lets people in by it and removes it", async () => {
  const page = await house.adminPage({});
  await page.goto("/access/providers");
  await page.getByRole("link", { name: "Add provider" }).click();
  expect(await page.getByRole("button", { name: "Copy callback URL" }).isDisabled()).toBe(true);
  await page.getByRole("textbox", { name: "Short name" }).fill("acme");
  await page.getByText(`${house.url}/auth/v1/provider-callback/custom:acme`, { exact: true }).waitFor();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Acme");
  await page.getByRole("textbox", { name: "Issuer" }).fill("https://127.0.0.1:1");
  await page.getByRole("textbox", { name: "Client id" }).fill(provider.clientId);
  await page.getByRole("textbox", { name: "Client secret" }).fill(provider.secret);
  await page.getByText("People may sign in with it").click();
  await page.getByRole("button", { name: "Add provider" }).click();
  await page.getByRole("alert").getByText("127.0.0.1:1 is an address that Vedette does not call").waitFor();
  await page.getByRole("textbox", { name: "Issuer" }).fill(provider.issuer);
  await page.getByRole("button", { name: "Add provider" }).click();

  await page.getByRole("heading", { name: "Acme", level: 1 }).waitFor();
  const trial = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Try a sign-in" }).click();
  await sayName(await trial, "grace");
  await page.getByText(/It works\. A sign-in would/).waitFor();
  const visitor = await house.newPage();
  await visitor.goto("/sign-in");
  await visitor.getByRole("link", { name: "Go on with Keycloak" }).waitFor();
  expect(await visitor.getByRole("link", { name: "Go on with Acme" }).count()).toBe(0);
  await page.getByText("People may sign in with it").click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Saved, and in force.").waitFor();
  await visitor.reload();
  await visitor.getByRole("link", { name: "Go on with Acme" }).click();
  await sayName(visitor, "grace");
  await visitor.getByRole("heading", { name: "Home" }).waitFor();

  // What another page saved meanwhile stays where nobody typed, and is told where both did.
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByRole("textbox", { name: "Name", exact: true }).fill("Acme Works");
  await other.getByRole("textbox", { name: "Scopes" }).fill("openid email profile");
  await other.getByRole("button", { name: "Save changes" }).click();
  await other.getByText("Saved, and in force.").waitFor();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Acme Corp");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Saved by now: Acme Works").waitFor();
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Saved, and in force.").waitFor();
  await other.reload();
  expect(await other.getByRole("textbox", { name: "Name", exact: true }).inputValue()).toBe("Acme Corp");
  expect(await other.getByRole("textbox", { name: "Scopes" }).inputValue()).toBe("openid email profile");

  await page.getByRole("button", { name: "Remove provider" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove provider" }).click();
  await page.getByText("None yet: a provider").waitFor();
  await Promise.all([page.context().close(), visitor.context().close()]);
});

it("lets a program in that an administrator registered, once one has signed in and said yes; and takes that back", async () => {
  const program = await aProgram();
  const admin = await house.adminPage({});
  await admin.goto("/access/programs");
  await admin.getByRole("button", { name: "Register a program" }).first().click();
  await admin.getByRole("textbox", { name: "Name" }).fill("Wiki");
  await admin.getByRole("textbox", { name: "Redirect addresses" }).fill(program.redirectUri);
  await admin.getByRole("dialog").getByRole("button", { name: "Register a program" }).click();
  const clientId = await admin.getByRole("textbox", { name: "Client ID" }).inputValue();
  const secret = await admin.getByRole("textbox", { name: "Client secret" }).inputValue();
  await admin.getByRole("button", { name: "Done" }).click();
  await admin.getByRole("rowheader", { name: "Wiki" }).waitFor();
  const proof = openid.ClientSecretBasic(secret);
  const config = await openid.discovery(program.issuer, clientId, undefined, proof, program.insecure);
  const page = await house.newPage();

  await page.goto(await program.requestOf(config));
  await page.getByRole("textbox", { name: "E-mail" }).fill(ADA.email);
  await page.getByRole("textbox", { name: "Password" }).fill(ADA.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Let “Wiki” in?" }).waitFor();
  await page.getByText("your e-mail address").waitFor();
  await page.getByText("a program on this machine").waitFor();
  await page.getByRole("button", { name: "Let it in", exact: true }).click();

  await page.getByRole("heading", { name: "Back at the program" }).waitFor();
  const checks = { pkceCodeVerifier: program.verifier, idTokenExpected: true };
  const tokens = await openid.authorizationCodeGrant(config, new URL(page.url()), checks);
  expect(tokens.claims()).toMatchObject({ email: ADA.email, email_verified: true });
  await page.goto(await program.requestOf(config));
  // One has agreed before, and the program has a secret.
  await page.getByRole("heading", { name: "Back at the program" }).waitFor();
  await page.goto(`${house.url}/account/programs`);
  await page.getByRole("button", { name: "Take back what Wiki was given" }).click();
  await page.getByText("None yet: a program").waitFor();
  await expect(openid.refreshTokenGrant(config, tokens.refresh_token ?? "")).rejects.toMatchObject({
    error: "invalid_grant",
  });
  await admin.context().close();
  await page.context().close();
});

it("warns of a program that registered itself, which learns nothing when one says no; no page may hold the question", async () => {
  const program = await aProgram();
  const metadata = { client_name: "Vedette", redirect_uris: [program.redirectUri], token_endpoint_auth_method: "none" };
  const config = await openid.dynamicClientRegistration(program.issuer, metadata, openid.None(), program.insecure);
  const page = await house.adminPage({});

  const answer = await page.goto(await program.requestOf(config, { state: "s" }));
  expect(answer?.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
  await page.getByText("This program registered itself").waitFor();
  await page.getByRole("button", { name: "Do not let it in" }).click();
  await page.getByRole("heading", { name: "Back at the program" }).waitFor();

  const said = new URL(page.url()).searchParams;
  expect([said.get("error"), said.get("state"), said.has("code")]).toEqual(["access_denied", "s", false]);
  await page.goto(`${house.url}/oauth/consent?authorization_id=unknown`);
  await page.getByRole("heading", { name: "This request is over" }).waitFor();
  // A fresh sign-in is wanted: whoever is signed in already signs in again and is asked then.
  await page.goto(await program.requestOf(config, { prompt: "login" }));
  await page.getByRole("button", { name: "Sign in again" }).click();
  await page.getByRole("textbox", { name: "E-mail" }).fill(ADA.email);
  await page.getByRole("textbox", { name: "Password" }).fill(ADA.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Let “Vedette” in?" }).waitFor();
  await page.context().close();
});
