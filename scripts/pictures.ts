import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { ADA, type BrowserHouse, openFreshHouse, post } from "../test/browser/browser-house.ts";
import { pictureOf, SCREENS, type Screen, SIZES, THEMES } from "./pictures/screens.ts";
import { openShop, SHOP_ENV, type Shop } from "./pictures/shop.ts";
import { LEAD_MS, pageClock, serverClock } from "./pictures/steady-clock.ts";
import { writePicture } from "./pictures/write-picture.ts";

/**
 * Takes the pictures of the documentation from the built server: `npm run docs:pictures [-- screen …]`.
 * A picture that looks as before is left as it is.
 */
const DOCS = join(import.meta.dirname, "..", "docs");
const FOLDER = join(DOCS, "images", "screens");
const NOTHING_MOVES = `*, *::before, *::after { caret-color: transparent !important; transition: none !important; animation: none !important; }`;
const PAGE = { locale: "en-GB", timezoneId: "UTC", reducedMotion: "reduce", viewport: SIZES[2] } as const;
const LONGEST_LOAD_MS = 10_000;
/** So long nothing changes on a page that is ready. */
const CALM_MS = 500;
const WALL_DRAWS_MS = 5000;
const REPORT_MS = 5000;
/** Pages that are drawn side by side. */
const LANES = 3;

const wanted = process.argv.slice(2);
const screens = SCREENS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
await using house = await openFreshHouse({
  ...SHOP_ENV,
  VEDETTE_UI_PORT: "8085",
  NODE_OPTIONS: `--import=${serverClock}`,
});
const openSince = Date.now();
const setUpPath = (house.vedette.keys.setup_url ?? "").replace(house.url, "");
const strangers = await openPages(house);
// Only the address is known so far.
await take(strangers, "newcomer", { setUpPath } as Shop);
const admins = await openPages(house);
const [admin = await openPage(house)] = admins;
const shop = await openShop(house, admin, setUpPath);
for (const page of admins) await post(page, "/api/login", ADA);
await untilPictureTime(admin);
const wall = await keepWallThere(admin, shop);
await take(admins, undefined, shop);
await take(strangers, "stranger", shop);
clearInterval(wall);
if (wanted.length === 0) removeOthers();
for (const problem of house.problems) console.error(problem);

function openPages(house: BrowserHouse): Promise<Page[]> {
  return Promise.all(Array.from({ length: LANES }, () => openPage(house)));
}

async function openPage(house: BrowserHouse): Promise<Page> {
  const page = await house.newPage(PAGE);
  await page.addInitScript(pageClock);
  await page.addInitScript('localStorage.setItem("vedette.theme", "system")');
  // The shop has no mail server: each page would say so below its bar.
  await page.addInitScript('localStorage.removeItem("vedette.built-in-mail")');
  return page;
}

/** All pictures that somebody may see; several pages at once, since much of it is waiting. */
async function take(pages: readonly Page[], by: Screen["by"], shop: Shop): Promise<void> {
  const left = screens.filter((one) => one.by === by);
  const takeNext = async (page: Page) => {
    for (let screen = left.shift(); screen !== undefined; screen = left.shift()) await takeOne(page, screen, shop);
  };
  await Promise.all(pages.map(takeNext));
}

async function takeOne(page: Page, screen: Screen, shop: Shop): Promise<void> {
  let written = 0;
  for (const { width, height } of SIZES) {
    await page.setViewportSize({ width, height });
    for (const theme of THEMES) {
      // What the server draws, such as small pictures of dashboards, follows a change of the theme by and by.
      await page.emulateMedia({ colorScheme: theme });
      await show(page, screen, shop);
      const picture = await page.screenshot();
      if (await writePicture(join(DOCS, pictureOf(screen.name, width, theme)), picture)) written += 1;
    }
  }
  console.log(`${screen.name}: ${written} of ${SIZES.length * THEMES.length} new`);
}

async function show(page: Page, { name, route, path = route, act }: Screen, shop: Shop): Promise<void> {
  await page.goto(typeof path === "string" ? path : path(shop));
  await page.locator("h1, .v-wall").first().waitFor();
  await page.addStyleTag({ content: NOTHING_MOVES });
  await settled(page);
  if (act === undefined) return;
  await act(page).catch((error: unknown) => console.error(`${name}: ${String(error).split("\n")[0]}`));
  await settled(page);
}

/** Waits until nothing is loading any more, and nothing has changed for a moment: what loads shows nothing at first. */
async function settled(page: Page): Promise<void> {
  const state = { text: "", since: 0 };
  for (const start = Date.now(); Date.now() - start < LONGEST_LOAD_MS; ) {
    const text = await page.evaluate(() => {
      const isShown = (part: Element) => part.checkVisibility() && part.getBoundingClientRect().top < innerHeight;
      const loading = document.querySelectorAll('.v-skeleton, [data-panel-state="loading"]');
      const isLoading =
        document.fonts.status !== "loaded" ||
        [...loading].some(isShown) ||
        [...document.images].some((image) => isShown(image) && !image.complete);
      return isLoading ? undefined : `${document.images.length} ${document.body.textContent}`;
    });
    if (text === undefined || text !== state.text) Object.assign(state, { text: text ?? "", since: Date.now() });
    else if (Date.now() - state.since >= CALM_MS) return;
    await page.waitForTimeout(50);
  }
  console.error(`${page.url()} is still loading`);
}

/** What is drawn lies before that moment; the clock of the server, which had begun when the house was open, goes on. */
async function untilPictureTime(page: Page): Promise<void> {
  await page.waitForTimeout(Math.max(0, openSince + LEAD_MS - Date.now()));
}

/** A wall that says nothing is away after a while. */
async function keepWallThere(page: Page, shop: Shop): Promise<NodeJS.Timeout> {
  await page.setViewportSize({ width: 960, height: 540 });
  await page.goto("/wall/shop-wall");
  await page.locator(".v-wall").waitFor();
  // A wall draws its panels one after the other.
  await page.waitForTimeout(WALL_DRAWS_MS);
  await settled(page);
  await shop.reportWall(await page.screenshot({ type: "jpeg", quality: 70 }));
  return setInterval(() => void shop.reportWall(), REPORT_MS);
}

/** Pictures of screens that there are no more. */
function removeOthers(): void {
  const known = new Set(
    SCREENS.flatMap(({ name }) => SIZES.flatMap(({ width }) => THEMES.map((theme) => pictureOf(name, width, theme)))),
  );
  for (const file of existsSync(FOLDER) ? readdirSync(FOLDER) : [])
    if (!known.has(`images/screens/${file}`)) rmSync(join(FOLDER, file));
}
