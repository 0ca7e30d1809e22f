import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { until } from "../packages/window/test/x-screen.ts";
import { openFreshHouse } from "./browser/browser-house.ts";
import { aScreen, codeOf, startWall } from "./wall-machine.ts";

const MOST_PRESSES = 25;
/** The test ends with it. */
const MOST_MS = 5 * 60_000;

/** Somebody who has read the README once. Each command, each press of a button and each field that is filled counts. */
class Newcomer {
  presses = 0;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async press(role: "button" | "link", name: string | RegExp): Promise<void> {
    this.presses += 1;
    await this.#page.getByRole(role, { name, exact: true }).click();
  }

  async fill(name: string, text: string): Promise<void> {
    this.presses += 1;
    await this.#page.getByRole("textbox", { name, exact: true }).fill(text);
  }
}

it(
  "a newcomer has a dashboard on a wall of two screens within five minutes and 25 presses",
  async (owner) => {
    await using house = await openFreshHouse();
    const screen = await aScreen("openbox", owner);
    const page = await house.newPage();
    const ada = new Newcomer(page);
    // The command, and its link.
    ada.presses += 2;
    await page.goto(house.vedette.keys.setup_url ?? "");

    await ada.fill("E-mail", "ada@example.com");
    await ada.fill("Password", "correct horse battery");
    await ada.press("button", "Create administrator");
    await page.getByText("It answered there just now").waitFor();
    await ada.press("button", "Go on");
    await page.getByText("It is for trying things out, not for production").waitFor();
    await ada.press("button", "Go on");
    // As the page has it to be copied.
    const command = await page.getByRole("textbox", { name: "On the machine with the screens" }).inputValue();
    expect(command).toBe(`npm start -- wall welcome --server ${house.url}`);
    ada.presses += 1;
    const wall = startWall(screen, owner, { playlist: "welcome", server: house.url });
    await ada.fill("Code on a wall (optional)", await codeOf(wall));
    await ada.press("button", "Finish");

    await page.getByRole("heading", { name: "Home" }).waitFor();
    await ada.press("link", "Walls");
    const card = page.locator(".v-wall-entry");
    const pictures = card.getByRole("img", { name: /^What/ });
    const playing = card.getByText(/^Playing/);
    await until(async () => (await pictures.count()) === 2 && (await playing.count()) === 2, 120);
    expect(ada.presses).toBeLessThanOrEqual(MOST_PRESSES);
  },
  MOST_MS,
);
