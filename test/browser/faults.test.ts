import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, type ExpectStatic, expect, it } from "vitest";
import { SCREENS, type Screen } from "../../scripts/pictures/screens.ts";
import { openShop, SHOP_ENV, type Shop } from "../../scripts/pictures/shop.ts";
import { ADA, type BrowserHouse, openFreshHouse, post } from "./browser-house.ts";
import { type Lanes, lanesOf } from "./lanes.ts";

/** What stands between a page and the server. */
type Fault = "none" | "resting" | "foreign" | "silent" | "ended" | "odd";

/** A page, and what becomes of its calls. */
interface Lane {
  readonly page: Page;
  fault: Fault;
  /** Paths of the calls that met the fault. */
  met: string[];
  /** Calls whose answers are on their way. */
  awaited: Set<Route>;
}

/** Pages that are looked at side by side. */
const LANES = 3;

let house: BrowserHouse;
let shop: Shop;
let admins: Lanes<Lane>;
let strangers: Lanes<Lane>;
beforeAll(async () => {
  house = await openFreshHouse(SHOP_ENV);
  const setUpPath = (house.vedette.keys.setup_url ?? "").replace(house.url, "");
  shop = await openShop(house, await house.newPage(), setUpPath);
  const open = () => Promise.all(Array.from({ length: LANES }, openLane));
  const [inside, outside] = [await open(), await open()];
  for (const { page } of inside) await post(page, "/api/login", ADA);
  [admins, strangers] = [lanesOf(inside), lanesOf(outside)];
});
afterAll(async () => {
  expect(house.problems).toEqual([]);
  await house[Symbol.asyncDispose]();
});

async function openLane(): Promise<Lane> {
  const page = await house.newPage();
  const lane: Lane = { page, fault: "none", met: [], awaited: new Set() };
  // The pauses between the tries of a call are gone through at once.
  await page.clock.install();
  await page.route(
    (url) => /^\/(api|apis|auth|prometheus|v1)\//.test(url.pathname),
    (route) => meet(lane, route),
  );
  return lane;
}

const LOCK = "The lock is shut.";

/** How each is told. */
const SENTENCES = {
  resting: LOCK,
  foreign: "The answer could not be read.",
  silent: "The server does not answer.",
} as const;

/** Who somebody is: without that there is no page that could tell anything. */
const SESSION = /^\/api\/(user|login\/ping)$/;
/** What anybody is told. */
const PUBLIC = /^\/auth\/v1\/(settings|\.well-known\/.*)$/;
/** What pages ask beside what they show. */
const BESIDE = /^\/api\/(v1\/settings|changes|login\/.*)$/;

const SPARED: Partial<Record<Fault, RegExp>> = { resting: SESSION, foreign: SESSION, odd: SESSION, ended: PUBLIC };

async function meet(lane: Lane, route: Route): Promise<void> {
  const request = route.request();
  const { pathname } = new URL(request.url());
  if (lane.fault === "none" || SPARED[lane.fault]?.test(pathname) || request.resourceType() === "document")
    return await route.continue();
  if (!BESIDE.test(pathname)) lane.met.push(pathname);
  switch (lane.fault) {
    case "resting":
      return await route.fulfill({
        status: 503,
        json: { kind: "Status", message: LOCK, reason: "Resting", code: 503 },
      });
    case "foreign":
      return await route.fulfill({ json: { hello: "from the network" } });
    case "silent":
      return await route.abort("connectionrefused");
    case "odd":
      return await (BESIDE.test(pathname) ? route.continue() : withOddRows(lane, route));
    case "ended":
      if (pathname === "/api/login") lane.fault = "none";
      return await route.fulfill(
        pathname === "/api/login" ? { json: {} } : { status: 401, json: { message: "Sign in" } },
      );
  }
}

/** The answer with what is no row before the others in each of its lists. */
async function withOddRows(lane: Lane, route: Route): Promise<void> {
  // Those of the page before are none of the next one's.
  const { awaited } = lane;
  awaited.add(route);
  try {
    const response = await route.fetch();
    const text = await response.text();
    const isJson = response.headers()["content-type"]?.includes("json") === true;
    await route.fulfill({ response, body: isJson ? JSON.stringify(oddened(JSON.parse(text))) : text });
  } finally {
    awaited.delete(route);
  }
}

/** A list, or the lists of an object. */
function oddened(value: unknown): unknown {
  if (Array.isArray(value)) return [...ODD_ROWS, ...value];
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value);
  return Object.fromEntries(fields.map(([name, part]) => [name, Array.isArray(part) ? oddened(part) : part]));
}

const ODD_ROWS = [{}, null];

/** A page as it stands. */
interface Standing {
  readonly headings: number;
  /** What tells of a fault, and can be asked again. */
  readonly told: readonly { readonly text: string; readonly hasDetails: boolean }[];
  readonly isLoading: boolean;
}

function standing(page: Page): Promise<Standing> {
  return page.evaluate(() => {
    const buttonsOf = (part: Element) =>
      [...part.querySelectorAll("button")].map(({ textContent }) => textContent?.trim());
    const told = [...document.querySelectorAll<HTMLElement>("[role=alert], [role=status]")].filter((part) =>
      buttonsOf(part).includes("Try again"),
    );
    return {
      // The preview of a mail has a heading of its own.
      headings: document.querySelectorAll("h1:not(.v-mail-preview *)").length,
      told: told.map((part) => ({
        text: part.textContent ?? "",
        hasDetails: buttonsOf(part).includes("Copy details"),
      })),
      isLoading: document.querySelector(".v-skeleton, .v-still") !== null,
    };
  });
}

/** Waits until everything that did not come is told with a sentence, a way to ask again and the details, below one heading. */
async function untilTold(page: Page, sentence: string, { poll }: ExpectStatic): Promise<void> {
  await poll(
    async () => {
      await page.clock.fastForward(2_500);
      await askAgain(page, sentence);
      const { headings, told, isLoading } = await standing(page);
      return { headings, isLoading, told: told.length > 0 ? told.filter(isOther) : "nothing" };
    },
    { timeout: 20_000 },
  ).toEqual({ headings: 1, isLoading: false, told: [] });

  function isOther({ text, hasDetails }: Standing["told"][number]): boolean {
    return !text.includes(sentence) || !hasDetails;
  }
}

async function untilAllIsThere(page: Page, { poll }: ExpectStatic): Promise<void> {
  await poll(
    async () => {
      await page.clock.fastForward(2_500);
      await askAgain(page);
      return await standing(page);
    },
    { timeout: 20_000 },
  ).toEqual({ headings: 1, told: [], isLoading: false });
}

/** Waits until a page has all its answers and is drawn, whatever it says of them. */
async function untilItStands(lane: Lane, { poll }: ExpectStatic): Promise<void> {
  await poll(
    async () => {
      await lane.page.clock.fastForward(2_500);
      const { headings, isLoading } = await standing(lane.page);
      const crashes = await lane.page.getByText("This page stopped working").count();
      return { headings, isLoading, crashes, awaited: lane.awaited.size };
    },
    { timeout: 20_000 },
  ).toEqual({ headings: 1, isLoading: false, crashes: 0, awaited: 0 });
}

/** Asks again for whatever is told to have failed in another way: a part may have still been at it before. */
async function askAgain(page: Page, sentence = ""): Promise<void> {
  await page.evaluate((known) => {
    for (const part of document.querySelectorAll("[role=alert], [role=status]")) {
      if (known !== "" && part.textContent.includes(known)) continue;
      const buttons = [...part.querySelectorAll("button")];
      buttons.find(({ textContent }) => textContent.trim() === "Try again")?.click();
    }
  }, sentence);
}

/** Screens that show nothing of the server's. */
const WITHOUT_ANSWERS: ReadonlySet<string> = new Set([
  ...["new-dashboard", "import", "appearance", "shortcuts"],
  ...["components", "component-table", "component-links", "component-nav", "guides", "guide"],
  ...["forgot", "verify", "single-sign-on", "confirm", "link-error"],
]);
/** Nobody stands before a wall: it asks again by itself, which tests of its own show. */
const ASKS_BY_ITSELF = "wall";

/** One of each address. */
const screens = [...Map.groupBy(SCREENS, ({ path, route }) => path ?? route).values()].flatMap((same) =>
  same.slice(0, 1),
);

function addressOf({ path, route }: Screen): string {
  return typeof path === "function" ? path(shop) : (path ?? route);
}

const asking = screens.filter(({ name }) => name !== ASKS_BY_ITSELF && !WITHOUT_ANSWERS.has(name));

describe("whatever becomes of the answers", { timeout: 120_000 }, () => {
  it.concurrent.for(asking.filter(({ by }) => by === undefined))(
    "$name says so below its heading, asks again, and goes on where somebody has signed in again",
    async (screen, { expect }) => {
      await admins.lend(async (lane) => {
        await meetAll(lane, screen, expect);
        lane.fault = "ended";
        await askAgain(lane.page);
        const dialog = lane.page.getByRole("dialog", { name: "Sign in again" });
        await dialog.getByLabel("Password", { exact: true }).fill(ADA.password);
        await dialog.getByRole("button", { name: "Sign in" }).click();
        await untilAllIsThere(lane.page, expect);
      });
    },
  );

  it.concurrent.for(asking.filter(({ by }) => by === "stranger"))(
    "$name, which takes no session, says so, asks again, and goes on",
    async (screen, { expect }) => {
      await strangers.lend(async (lane) => {
        await meetAll(lane, screen, expect);
        lane.fault = "none";
        await untilAllIsThere(lane.page, expect);
      });
    },
  );

  it.concurrent.for(asking)("$name stands, whatever is among the rows of a list", async (screen, { expect }) => {
    await (screen.by === "stranger" ? strangers : admins).lend(async (lane) => {
      await lane.page.goto("about:blank");
      Object.assign(lane, { fault: "odd", awaited: new Set() });
      await lane.page.goto(addressOf(screen));
      await untilItStands(lane, expect);
    });
  });

  it.concurrent.for(screens.filter(({ name }) => WITHOUT_ANSWERS.has(name)))(
    "$name asks for nothing that it shows",
    async (screen, { expect }) => {
      await (screen.by === "stranger" ? strangers : admins).lend(async (lane) => {
        // What the page before still asks is its own.
        await lane.page.goto("about:blank");
        Object.assign(lane, { fault: "resting", met: [] });
        await lane.page.goto(addressOf(screen));
        await untilAllIsThere(lane.page, expect);
        expect(lane.met).toEqual([]);
      });
    },
  );
});

/** One fault after the other, each told in the place of the last. */
async function meetAll(lane: Lane, screen: Screen, expect: ExpectStatic): Promise<void> {
  Object.assign(lane, { fault: "resting", met: [] });
  await lane.page.goto(addressOf(screen));
  await untilTold(lane.page, SENTENCES.resting, expect);
  for (const fault of ["foreign", "silent"] as const) {
    lane.fault = fault;
    await untilTold(lane.page, SENTENCES[fault], expect);
  }
}
