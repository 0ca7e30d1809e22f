import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ADA, type BrowserHouse, openFreshHouse } from "./browser-house.ts";

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

  it("takes the code out of the address, makes the administrator and leads home; the link then is spent", async () => {
    const page = await house.newPage();
    const link = house.vedette.keys.setup_url ?? "";

    await page.goto(link);
    await page.getByRole("textbox", { name: "E-mail" }).fill(ADA.email);
    expect(page.url()).toBe(`${house.url}/setup`);
    const password = page.getByRole("textbox", { name: "Password", exact: true });
    await password.fill("abc");
    await page.getByRole("button", { name: "Create administrator" }).click();
    await page.getByText("at least").waitFor();
    expect(await password.evaluate((input) => input === document.activeElement)).toBe(true);
    await password.fill(ADA.password);
    await page.getByRole("button", { name: "Create administrator" }).click();
    await page.getByRole("heading", { name: "Home" }).waitFor();
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

    const second = await house.newPage();
    await second.goto(link);
    await second.getByRole("textbox", { name: "E-mail" }).fill("mallory@example.com");
    await second.getByRole("textbox", { name: "Password", exact: true }).fill(ADA.password);
    await second.getByRole("button", { name: "Create administrator" }).click();
    await second.getByRole("heading", { name: "Already set up" }).waitFor();
  });
});
