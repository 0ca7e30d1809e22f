import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrowserHouse, openHouse, PLAYLISTS, post } from "./browser-house.ts";

let house: BrowserHouse;
let page: Page;

beforeAll(async () => {
  house = await openHouse();
  page = await house.adminPage({ viewport: { width: 1280, height: 800 } });
  const kind = { kind: "Playlist", apiVersion: "playlist.vedette.app/v1" };
  for (const [name, title] of [
    ["night", "Night watch"],
    ["day", "Day watch"],
  ] as const) {
    const spec = { title, interval: "1m", items: [] };
    await post(page, PLAYLISTS, { ...kind, metadata: { name }, spec });
  }
});

afterAll(async () => {
  expect(house.problems).toEqual([]);
  await house[Symbol.asyncDispose]();
});

/** What a wall does, without its screens. */
async function aWall() {
  const call = async (path: string, init: RequestInit): Promise<{ status: number; body: Record<string, unknown> }> => {
    const response = await fetch(`${house.url}/api/wall/${path}`, init);
    const text = await response.text();
    return { status: response.status, body: text === "" ? {} : JSON.parse(text) };
  };
  const json = { "content-type": "application/json" };
  const wish = JSON.stringify({ playlist: "night", name: "hall-pc" });
  const { body } = await call("pairing", { method: "POST", headers: json, body: wish });
  const headers = { authorization: `Bearer ${String(body["key"])}` };
  const shown = { dashboard: "The bow", uid: "bow", index: 1, length: 3 };
  const screen = { name: "HDMI-1", width: 1920, height: 1080, ...shown, problem: "" };
  return {
    code: String(body["code"]),
    report: (state: string, problem = "") =>
      call("report", {
        method: "POST",
        headers: { ...headers, ...json },
        body: JSON.stringify({ lastCommand: "0", screens: [{ ...screen, state, problem }] }),
      }),
  };
}

/** Somebody else changes the only wall. */
async function others(path: string, data: object): Promise<void> {
  const { walls } = await (await page.request.get("/api/walls")).json();
  const headers = { "sec-fetch-site": "same-origin" };
  const answer = await page.request.put(`/api/walls/${walls[0].id}${path}`, { data, headers });
  expect(answer.status()).toBe(200);
}

describe("the pages about walls", () => {
  it("pair a wall by its code, show what it shows, steer it and remove it", async () => {
    const wall = await aWall();
    await page.goto("/walls");
    const nothing = page.getByRole("heading", { name: "No walls yet" });
    await nothing.waitFor();
    expect(await nothing.evaluate((heading) => getComputedStyle(heading).fontSize)).toBe("28px");
    const origin = new URL(page.url()).origin.replaceAll(/\W/g, "\\$&");
    await page.getByText(new RegExp(`^npm start -- wall [\\w-]+ --server ${origin}$`)).waitFor();
    await page.getByRole("main").getByRole("link", { name: "Pair a wall" }).click();

    const code = page.getByLabel("Code on the wall");
    const isInHand = () => code.evaluate((field) => field === document.activeElement);
    await page.getByRole("button", { name: "Pair wall" }).click();
    await page.getByText("This has to be filled in.").waitFor();
    expect(await isInHand()).toBe(true);
    await code.fill("222222");
    await page.getByRole("button", { name: "Pair wall" }).click();
    await page.getByText("No wall shows this code now").waitFor();
    await expect.poll(isInHand).toBe(true);
    const refusal = { status: 429, headers: { "retry-after": "125" }, json: { error_code: "over_request_rate_limit" } };
    await page.route("**/api/walls", (route) => route.fulfill(refusal), { times: 1 });
    await page.getByRole("button", { name: "Pair wall" }).click();
    await page.getByText(/^Too many wrong codes\. Wait, then type the code/).waitFor();
    expect(await page.getByRole("button", { name: /^Try again in 2\s*min [1-5]\s*s$/ }).isDisabled()).toBe(true);
    await page.reload();
    const length = page.getByText("At most 100 characters; these are 101.");
    await page.getByLabel("Name").fill("x".repeat(101));
    await length.waitFor();
    await page.getByLabel("Code on the wall").fill(`${wall.code.slice(0, 3)} ${wall.code.slice(3)}`.toLowerCase());
    await page.getByLabel("Name").fill("Lobby");
    await page.getByRole("button", { name: "Pair wall" }).click();

    await page.waitForURL(/\/walls$/);
    const card = page.getByRole("region", { name: "Lobby" });
    await card.getByText("Away").waitFor();
    await card.getByText("Night watch").waitFor();
    await wall.report("playing");
    await card.getByText("Online").waitFor();
    await card.getByText("The bow").waitFor();
    await card.getByText("2 / 3").waitFor();

    await card.getByRole("button", { name: "Pause: HDMI-1" }).click();
    await expect
      .poll(async () => (await wall.report("playing")).body["commands"], { timeout: 25_000 })
      .toMatchObject([{ command: "pause", screen: "HDMI-1" }]);
    await wall.report("paused");
    await card.getByRole("button", { name: "Go on: HDMI-1" }).waitFor();

    // What somebody else saved while a dialog was open is not written over without a word.
    await card.getByRole("button", { name: "Actions for Lobby" }).click();
    await page.getByRole("menuitem", { name: "Message and brightness" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Message").fill("Deploy at one");
    const night = { from: "21:00", to: "05:00", brightness: 30 };
    await others("/display", { message: "Deploy at noon", night, pins: {} });
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("Saved by now: Deploy at noon").waitFor();
    expect(await dialog.getByLabel("From").inputValue()).toBe("21:00");
    await dialog.getByText("Darker at night").click();
    await dialog.getByText("Saved by now: 21:00–05:00, 30 %").waitFor();
    await dialog.getByText("Darker at night").click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    expect((await wall.report("playing")).body["display"]).toEqual({ message: "Deploy at one", night, pins: {} });
    await card.getByRole("button", { name: "Actions for Lobby" }).click();
    await page.getByRole("menuitem", { name: "Name and playlist" }).click();
    await dialog.getByLabel("Name").fill("Lobby 2");
    await others("", { name: "Entrance", playlist: "day" });
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("Saved by now: Entrance").waitFor();
    await dialog.getByLabel("Name").fill("Lobby");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    expect((await wall.report("playing")).body).toMatchObject({ name: "Lobby", playlist: "day" });
    // A screen is pinned beside what somebody else has made of the rest since the page last asked.
    const overtake = async (route: Route) => {
      await others("/display", { message: "Fog", night: null, pins: {} });
      await route.continue();
    };
    await page.route("**/display", overtake, { times: 1 });
    await card.getByRole("button", { name: "Stay at this dashboard: HDMI-1" }).click();
    await card.getByText("Stays here").waitFor();
    const display = { message: "Fog", night: null, pins: { "HDMI-1": "bow" } };
    expect((await wall.report("playing")).body).toMatchObject({ display });

    const problem = "The browser cannot be brought over its screen: something keeps it at 0,28. ".repeat(3).trim();
    await wall.report("failed", problem);
    await card.getByText(problem).waitFor();
    expect(await card.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
    await page.route("**/api/walls", async (route) => {
      const response = await route.fetch();
      const { walls } = (await response.json()) as { readonly walls: readonly object[] };
      await route.fulfill({ response, json: { walls: walls.map((one) => ({ ...one, isOnline: false })) } });
    });
    await card.getByText("Showed The bow").waitFor();
    expect(await card.getByText("In trouble").count()).toBe(0);
    await page.unroute("**/api/walls");

    await card.getByRole("button", { name: "Actions for Lobby" }).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    await page.getByRole("button", { name: "Remove wall" }).click();
    await page.getByText("No walls yet").waitFor();
    expect((await wall.report("playing")).status).toBe(401);
  }, 90_000);

  it("take the code out of the square picture's address, and keep it out of the history", async () => {
    const wall = await aWall();
    await page.goto(`/wall/pair#code=${wall.code}`);

    const field = page.getByLabel("Code on the wall");
    await field.waitFor();
    expect(await field.inputValue()).toBe(wall.code);
    await expect.poll(() => page.url(), { timeout: 25_000 }).not.toContain(wall.code);
  }, 60_000);
});
