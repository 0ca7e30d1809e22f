import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ADA, type BrowserHouse, openFreshHouse, post } from "./browser-house.ts";

describe("the set-up page", () => {
  let house: BrowserHouse;
  beforeAll(async () => {
    house = await openFreshHouse();
  });
  afterAll(async () => {
    expect(house.problems).toEqual([]);
    await house[Symbol.asyncDispose]();
  });

  it("refuses a wrong code and says where the right one is", async () => {
    const page = await house.newPage();

    await page.goto("/setup#code=not-the-code");
    await page.getByRole("textbox", { name: "E-mail" }).fill("mallory@example.com");
    await page.getByRole("textbox", { name: "Password", exact: true }).fill(ADA.password);
    await page.getByRole("button", { name: "Create administrator" }).click();

    await page.getByRole("heading", { name: "This set-up link does not fit" }).waitFor();
    expect((await page.request.get("/api/user")).status()).toBe(401);
  });

  it("takes the code out of the address, makes the administrator and leads home by the other steps; the link then is spent", async () => {
    const page = await house.newPage();
    const link = house.vedette.keys.setup_url ?? "";

    await page.goto(link);
    await page.getByRole("textbox", { name: "E-mail" }).fill(ADA.email);
    expect(page.url()).toBe(`${house.url}/setup`);
    const password = page.getByRole("textbox", { name: "Password", exact: true });
    await password.fill("abc");
    await page.getByRole("button", { name: "Create administrator" }).click();
    await page.getByText("at least").waitFor();
    await expect.poll(() => password.evaluate((input) => input === document.activeElement)).toBe(true);
    await password.fill(ADA.password);
    await page.getByRole("button", { name: "Create administrator" }).click();
    await page.getByText("It answered there just now").waitFor();
    expect(page.url()).toBe(`${house.url}/setup/address`);
    await page.getByRole("button", { name: "Go on" }).click();
    await page.getByText("It is for trying things out, not for production").waitFor();
    await page.getByRole("button", { name: "Go on" }).click();
    const refused: string[] = [];
    page.on("response", (answer) => answer.status() >= 400 && refused.push(`${answer.status()} ${answer.url()}`));
    await page.getByRole("button", { name: "Finish" }).click();
    await page.getByRole("heading", { name: "Home" }).waitFor();
    expect(refused).toEqual([]);
    expect(await page.title()).toBe("Home · Vedette");
    const steps = page.getByRole("region", { name: "First steps" });
    await steps.getByText("0 of 6 done").waitFor();
    await steps.getByRole("link", { name: /^Set up mail/ }).waitFor();
    const choices = page.getByRole("region", { name: "No dashboards yet" }).getByRole("link");
    expect(await choices.locator("strong").allTextContents()).toEqual(["New dashboard", "Import one", "Open the demo"]);
    await steps.getByRole("link", { name: /^Choose how people sign in/ }).click();
    await page.waitForURL("**/access/methods");
    await page.goBack();
    await steps.getByText("1 of 6 done").waitFor();
    // With the playlist of the demo there, a wall lacks its screen alone.
    const body = JSON.stringify({ playlist: "welcome", name: "hall-pc" });
    const headers = { "content-type": "application/json" };
    const begun = await fetch(`${house.url}/api/wall/pairing`, { method: "POST", headers, body });
    const { code } = (await begun.json()) as { readonly code: string };
    await steps.getByRole("link", { name: /^Put up a wall/ }).click();
    await page.waitForURL("**/walls");
    await post(page, "/api/walls", { code });
    await page.goto("/");
    await steps.getByText("2 of 6 done").waitFor();

    const second = await house.newPage();
    await second.goto(link);
    await second.getByRole("textbox", { name: "E-mail" }).fill("mallory@example.com");
    await second.getByRole("textbox", { name: "Password", exact: true }).fill(ADA.password);
    await second.getByRole("button", { name: "Create administrator" }).click();
    await second.getByRole("heading", { name: "Already set up" }).waitFor();
  });

  it("can be gone through again by the administrator: forth, back, and after a reload", async () => {
    const page = await house.adminPage();

    await page.goto("/setup/mail");
    await page.getByRole("radio", { name: "A mail server" }).click({ force: true });
    const test = page.getByRole("button", { name: "Send me a test" });
    expect(await test.isDisabled()).toBe(true);
    await page.getByRole("textbox", { name: "Host" }).fill("127.0.0.1");
    await page.getByRole("textbox", { name: "Port" }).fill("9");
    await test.click();
    await page.getByRole("alert").filter({ hasText: "did not take the mail" }).waitFor();
    await page.getByRole("link", { name: "Back" }).click();
    await page.getByRole("heading", { name: "Address", level: 2 }).waitFor();
    await page.getByRole("button", { name: "Go on" }).click();
    await page.reload();
    expect(await page.getByRole("textbox", { name: "Host" }).inputValue()).toBe("127.0.0.1");
    await page.getByRole("button", { name: "Go on" }).click();

    await page.getByRole("radio", { name: "Nothing" }).click({ force: true });
    await page.getByRole("button", { name: "Finish" }).click();
    const choices = page.getByRole("region", { name: "No dashboards yet" }).getByRole("link");
    await choices.first().waitFor();
    expect(await choices.locator("strong").allTextContents()).toEqual(["New dashboard", "Import one"]);
    // Nor do the first steps lead to what is not there.
    const steps = page.getByRole("region", { name: "First steps" });
    expect(await steps.locator("strong").first().textContent()).toBe("Set up mail");

    await page.goto("/setup/look-around");
    const command = page.getByRole("textbox", { name: "On the machine with the screens" });
    expect(await command.inputValue()).toBe(`npm start -- wall welcome --server ${house.url}`);
    const wallCode = page.getByRole("textbox", { name: "Code on a wall" });
    await wallCode.fill("222222");
    await page.getByRole("button", { name: "Finish" }).click();
    await page.locator(".v-field").filter({ has: wallCode }).getByText("No wall shows this code now").waitFor();
    await expect.poll(() => wallCode.evaluate((field) => field === document.activeElement)).toBe(true);
    await wallCode.fill("");
    await page.getByRole("button", { name: "Finish" }).click();
    await page.getByRole("heading", { name: "Home" }).waitFor();
    await choices.filter({ hasText: "Open the demo" }).click();
    await page.waitForURL("**/d/delivery-workers**");
  });
});
