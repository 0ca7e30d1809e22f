import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ADA, type BrowserHouse, DASHBOARDS, launchBrowser, openHouse, post } from "./browser-house.ts";
import { cutTexts } from "./cut-texts.ts";
import { type Lanes, lanesOf } from "./lanes.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** What axe looks for: everything, what a width changes, and what a theme changes; everything takes twice as long. */
const RULES = {
  all: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] },
  looks: {
    type: "rule",
    values: ["color-contrast", "link-in-text-block", "target-size", "scrollable-region-focusable"],
  },
  colors: { type: "rule", values: ["color-contrast", "link-in-text-block"] },
} as const;
/**
 * What content may stand in beside landmarks: axe's own list, and the layer of a dialog, whose buttons that leave it for
 * screen readers stand around the dialog.
 */
const REGIONS = {
  id: "region",
  options: { regionMatcher: "dialog, [role=dialog], [role=alertdialog], svg, .v-popover" },
};
/** Pages that are looked at side by side: much of it is waiting for what they show. */
const LANES = 3;

let house: BrowserHouse;
let strangers: Lanes<Page>;
let admins: Lanes<Page>;
/** Whose browsers are set to letters of twice the usual size. */
let readers: Lanes<Page>;
let large: Browser;
let made: Furniture;
beforeAll(async () => {
  house = await openHouse({ VEDETTE_RESOURCES_SNAPSHOTS_PUBLIC: "true" });
  made = await furnish(await house.adminPage());
  const open = (signedIn: boolean) =>
    Promise.all(Array.from({ length: LANES }, () => (signedIn ? house.adminPage(STILL) : house.newPage(STILL))));
  const [outside, inside] = await Promise.all([open(false), open(true)]);
  await Promise.all([...outside, ...inside].map((page) => page.addInitScript({ content: AXE })));
  [strangers, admins] = [lanesOf(outside), lanesOf(inside)];
  large = await launchBrowser(["--blink-settings=defaultFontSize=32"]);
  const context = await large.newContext({ ...STILL, baseURL: house.url, viewport: { width: 1280, height: 800 } });
  await context.request.post("/api/login", { data: ADA, headers: SAME_ORIGIN });
  readers = lanesOf(await Promise.all(Array.from({ length: LANES }, () => context.newPage())));
});
afterAll(async () => {
  await large.close();
  await house[Symbol.asyncDispose]();
});

/** Addresses of what has no name of its own. */
interface Furniture {
  readonly snapshot: string;
  readonly publicSnapshot: string;
  readonly mail: string;
  readonly company: string;
}

/** What pages of one thing need. */
async function furnish(page: Page): Promise<Furniture> {
  await post(page, "/api/folders", { uid: "upstairs", title: "Upstairs" });
  await post(page, "/api/teams", { name: "Keepers" });
  await post(page, "/api/serviceaccounts", { name: "deployer", role: "Editor" });
  await post(page, DASHBOARDS, { metadata: { name: "gauges" }, spec: GAUGES });
  for (const uid of ["gauges", "delivery-workers"]) await post(page, `/api/user/stars/dashboard/uid/${uid}`, {});
  const { secret_key: key } = house.vedette.keys;
  const headers = { apikey: key, authorization: `Bearer ${key}` };
  await page.request.post("/auth/v1/invite", { data: { email: "kurt@example.com" }, headers });
  const oidc = { issuer: "https://login.example.org", client_id: "vedette", client_secret: "not-a-secret" };
  const provider = { type: "oidc", domains: ["corp.example"], oidc };
  const company = await (await page.request.post("/auth/v1/admin/sso/providers", { data: provider, headers })).json();
  const snapshotOf = async (audience: string) =>
    (
      await (
        await page.request.post("/api/snapshots", {
          data: { name: audience, audience, dashboard: GAUGES },
          headers: SAME_ORIGIN,
        })
      ).json()
    ).key;
  const [snapshot, publicSnapshot] = [await snapshotOf("readers"), await snapshotOf("public")];
  const mail = await newestMail(page);
  await page.close();
  return {
    snapshot: `/snapshots/${snapshot}`,
    publicSnapshot: `/public/snapshots/${publicSnapshot}`,
    mail: `/inbox/${mail}`,
    company: `/access/sso/${company.id}`,
  };
}

const SAME_ORIGIN = { "sec-fetch-site": "same-origin" };

/** What is seen only where there are values: in the colour of a threshold, in a table, in a legend; and what a variable has. */
const GAUGES = {
  title: "Gauges",
  tags: ["water"],
  templating: {
    list: [
      {
        name: "lock",
        type: "custom",
        query: "upper,middle,lower,sea",
        multi: true,
        current: { value: ["upper", "middle", "lower", "sea"] },
      },
    ],
  },
  panels: ["stat", "gauge", "bargauge", "table", "timeseries", "piechart"].map((type, at) => ({
    id: at + 1,
    type,
    title: `As ${type}`,
    gridPos: { x: (at % 3) * 8, y: Math.floor(at / 3) * 8, w: 8, h: 8 },
    targets: [{ refId: "A", expr: 'label_replace(vector(42), "lock", "upper", "", "")', instant: type === "table" }],
    options: type === "timeseries" ? { legend: { displayMode: "table", placement: "bottom", calcs: ["last"] } } : {},
    fieldConfig: {
      defaults: { unit: "percent", min: 0, max: 100, thresholds: { steps: [{ color: "green", value: null }] } },
      overrides: [],
    },
  })),
};

/** The outbox writes it a moment later. */
async function newestMail(page: Page): Promise<string> {
  return await vi.waitFor(
    async () => {
      const { mails } = await (await page.request.get("/api/inbox")).json();
      expect(mails).not.toEqual([]);
      return String(mails[0].id);
    },
    { timeout: 25_000, interval: 200 },
  );
}

/** With the bottom bar, with the rail beside narrow pages, and with room; the others only must not scroll sideways. */
const CHECKED: readonly (readonly [width: number, dark?: keyof typeof RULES, light?: keyof typeof RULES])[] = [
  [1920],
  [1440, "all", "colors"],
  [768, "looks", "colors"],
  [390, "all", "colors"],
  [320],
];

/** Of those who are signed in. */
const PAGES = [
  "/",
  "/dashboards",
  "/dashboards?q=nothing-has-this-title",
  "/dashboards/new",
  "/dashboards/import",
  "/playlists",
  "/playlists/new",
  "/account",
  "/account/identities",
  "/account/sessions",
  "/access/methods",
  "/access/templates",
  "/access/hooks",
  "/access/providers",
  "/access/providers/github",
  "/access/providers/new",
  "/setup/address",
  "/setup/mail",
  "/setup/look-around",
  "/oauth/consent?authorization_id=none",
  "/access/keys",
  "/access/sso",
  "/audit",
  "/audit/changes",
  "/playlists/welcome",
  "/people/users",
  "/people/users?invite=1",
  "/inbox",
  "/settings/data-sources",
  "/settings/appearance",
  "/settings/system",
  "/settings/doctor",
  "/help/shortcuts",
  "/no/such/page",
  "/help/components",
  "/help/components/nav",
  "/help/guides",
  "/help/guides/walls",
  "/help/reference/permissions",
  "/explore?expr=up",
  "/d/delivery-workers/panels/1/edit",
  "/d/delivery-workers",
  "/d/delivery-workers/edit",
  "/d/delivery-workers/settings",
  "/d/delivery-workers/json",
  "/d/gauges",
  "/dashboards/snapshots",
  "/access/programs",
  "/access/third-party",
  "/people/invitations",
  "/people/teams",
  "/people/roles",
  "/people/service-accounts",
  "/settings/tokens",
  "/dashboards/trash",
  "/d/delivery-workers/history",
  "/workers",
  "/walls",
  "/wall/pair",
  "/d/no-such-dashboard",
  "/d/delivery-workers?viewPanel=1",
  "/dashboards?view=cards",
  "/dashboards/f/upstairs",
  "/access/mail",
  "/access/sms",
  "/access/rate-limits",
  "/access/urls",
  "/access/templates/invite",
  "/account/programs",
  "/account/tokens",
  "/people/users/me",
  "/people/teams/1",
  "/people/service-accounts/1",
];

/** What opens above pages. */
const LAYERS: readonly {
  readonly name: string;
  readonly path: string;
  readonly open: (page: Page) => Promise<void>;
}[] = [
  { name: "the command palette", path: "/", open: (page) => page.keyboard.press("ControlOrMeta+K") },
  { name: "the menu of the account", path: "/", open: (page) => press(page, "Account") },
  { name: "the range of a dashboard", path: "/d/delivery-workers", open: (page) => press(page, /^Time range/) },
  { name: "the menu of a dashboard", path: "/d/delivery-workers", open: (page) => press(page, "More") },
  {
    name: "sharing a dashboard",
    path: "/d/delivery-workers",
    open: async (page) => {
      await press(page, "More");
      await page.getByRole("menuitem", { name: "Share" }).click();
    },
  },
  {
    name: "the data of a panel",
    path: "/d/delivery-workers",
    open: async (page) => {
      await press(page, /^Menu of /);
      await page.getByRole("menuitem", { name: "Data as table" }).click();
    },
  },
  {
    name: "a dashboard as text",
    path: "/d/gauges",
    open: async (page) => {
      await press(page, "More");
      await page.getByRole("menuitem", { name: "JSON" }).click();
    },
  },
  { name: "the values of a variable", path: "/d/gauges", open: (page) => press(page, /^lock /) },
  {
    name: "the most dangerous of a menu",
    path: "/dashboards",
    open: async (page) => {
      await press(page, /^Actions for /);
      await page.getByRole("menuitem").first().waitFor();
      await page.keyboard.press("End");
    },
  },
  { name: "inviting somebody", path: "/people/users", open: (page) => press(page, "Invite") },
  { name: "a new folder", path: "/dashboards", open: (page) => press(page, "New folder") },
  {
    name: "deleting a dashboard",
    path: "/dashboards",
    open: async (page) => {
      await press(page, /^Actions for /);
      await page.getByRole("menuitem", { name: "Delete" }).click();
    },
  },
];

async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole("button", { name, exact: true }).first().click();
}

/** All of the page is there, at the width that it has. */
async function settledAsItIs(page: Page): Promise<void> {
  // The preview of a mail has a heading of its own.
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.waitForFunction(
    () => document.querySelector(".v-skeleton") === null && document.fonts.status === "loaded",
  );
}

/** In the page: what is in sight has come. What is below it comes when somebody goes there. */
function isSeenWhole(): boolean {
  const isInSight = (part: Element) => part.getBoundingClientRect().top < innerHeight;
  return document.fonts.status === "loaded" && ![...document.querySelectorAll(".v-skeleton")].some(isInSight);
}

/** Goes to a page within the app, where that is one; the scripts of all pages are loaded once. */
async function settled(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 1920, height: 900 });
  const isThere = page.url() !== "about:blank" && new URL(page.url()).pathname !== new URL(path, house.url).pathname;
  if (!isThere || !(await wentTo(page, path))) await page.goto(path);
  await settledAsItIs(page);
}

/** Whether another page came: some addresses have no page of the app, or show the same one. */
async function wentTo(page: Page, path: string): Promise<boolean> {
  const before = await page.evaluate((to) => {
    document.querySelector("main")?.setAttribute("data-left", "");
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate", { state: null }));
    return document.title;
  }, path);
  return await page
    .waitForFunction(
      (title) => document.querySelector("main:not([data-left]) h1") !== null || document.title !== title,
      before,
      { timeout: 5_000 },
    )
    .then(
      () => true,
      () => false,
    );
}

/** What is wrong with the page as it stands, in both themes and at each width: axe's rules, and sideways scrolling. */
async function faultsOf(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const check of CHECKED) faults.push(...(await faultsAt(page, check)));
  return faults;
}

async function faultsAt(page: Page, [width, dark, light]: (typeof CHECKED)[number]): Promise<string[]> {
  const faults: string[] = [];
  await page.setViewportSize({ width, height: 900 });
  // An open layer takes its new place in the frame after the window has its new width.
  const overflow = await page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
    return document.documentElement.scrollWidth - window.innerWidth;
  });
  if (overflow > 0) faults.push(`scrolls by ${overflow} px at ${width} px`);
  if (light !== undefined) faults.push(...(await axeFindings(page, `${width} px, light`, light)));
  if (dark !== undefined) faults.push(...(await axeFindings(page, `${width} px, dark`, dark)));
  return faults;
}

async function axeFindings(page: Page, where: string, rules: keyof typeof RULES): Promise<string[]> {
  // Nothing of other origins is shown, and what passed is not described.
  const options = { runOnly: RULES[rules], resultTypes: ["violations"], preload: false };
  const found: unknown = await page.evaluate(
    `axe.configure(${JSON.stringify({ checks: [REGIONS] })});
    document.documentElement.dataset.theme = "${where.endsWith("light") ? "light" : "dark"}";
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      .then(() => axe.run(document, ${JSON.stringify(options)}))
      .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ": " + target)))`,
  );
  return Array.isArray(found) ? found.map((finding) => `${where}: ${finding}`) : ["axe found no list"];
}

/** Motion is off, so that no colour is judged half-way between two themes. */
const STILL = { bypassCSP: true, reducedMotion: "reduce" } as const;

describe("before the session", () => {
  it.concurrent.each([
    "/sign-in",
    "/sign-in/forgot",
    "/sign-in/sso",
    "/sign-in/verify?via=phone",
    "/sign-up",
    "/setup",
    "/join",
    "/sign-in/error?error_code=otp_expired",
    "/reset?token_hash=none&type=recovery",
    "/confirm?error_code=otp_expired&error_description=too+old",
  ])("%s suits everybody, in both themes and at every width", async (path) => {
    const faults = await strangers.lend(async (page) => {
      await page.goto(path);
      await settled(page, path);
      return faultsOf(page);
    });

    expect(faults).toEqual([]);
  });
});

describe("with a session", () => {
  it.concurrent.each(PAGES)("%s suits everybody, in both themes and at every width", async (path) => {
    const faults = await admins.lend(async (page) => {
      await settled(page, path);
      return faultsOf(page);
    });

    expect(faults).toEqual([]);
  });

  it.concurrent.each(["snapshot", "publicSnapshot", "mail", "company"] as const)(
    "what has no name of its own, such as a %s, suits everybody",
    async (thing) => {
      const pages = thing === "publicSnapshot" ? strangers : admins;
      const faults = await pages.lend(async (page) => {
        await settled(page, made[thing]);
        return faultsOf(page);
      });

      expect(faults).toEqual([]);
    },
  );

  it.concurrent.each(LAYERS)("$name suits everybody", async ({ path, open }) => {
    const faults = await admins.lend(async (page) => {
      // Not from page to page: what the one before opened would still be there.
      await page.goto(path);
      await settled(page, path);
      await open(page);
      await page.locator("[role=dialog], [role=alertdialog], [role=menu], [role=listbox]").first().waitFor();
      return [...(await faultsAt(page, [1440, "all", "colors"])), ...(await faultsAt(page, [390, "looks"]))];
    });

    expect(faults).toEqual([]);
  });

  it("the steps of a trial sign-in suit everybody", async () => {
    const faults = await admins.lend(async (page) => {
      await settled(page, "/access/providers/github");
      await page.getByRole("button", { name: "Try a sign-in" }).click();
      await page.getByRole("list", { name: "Trial sign-in" }).waitFor();
      return faultsOf(page);
    });

    expect(faults).toEqual([]);
  });

  it("a page with a fault is told apart", async () => {
    const faults = await admins.lend(async (page) => {
      await settled(page, "/account");
      await page.evaluate(() => {
        const heading = document.querySelector("h1");
        if (heading !== null)
          heading.innerHTML = '<b style="color:#777;background:#999">grey</b><img src="/favicon.svg" width="4000">';
      });
      return faultsOf(page);
    });

    expect(faults).toContainEqual(expect.stringContaining("dark: image-alt"));
    expect(faults).toContainEqual(expect.stringContaining("light: color-contrast"));
  });
});

describe("in letters of twice the size", () => {
  it.concurrent.each(PAGES)("%s shows every text whole, and does not scroll sideways", async (path) => {
    const faults = await readers.lend(async (page) => {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      await page.waitForFunction(isSeenWhole);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      return [...(await page.evaluate(cutTexts)), ...(overflow > 0 ? [`scrolls by ${overflow} px`] : [])];
    });

    expect(faults).toEqual([]);
  });
});

it("what is chosen, and what is not, can be told apart in the colours of a contrast theme", async () => {
  const page = await house.adminPage({ ...STILL, forcedColors: "active" });
  await page.goto("/account");
  await page.getByRole("link", { name: "Profile" }).waitFor();
  const looks = (locator: string) =>
    page
      .locator(locator)
      .first()
      .evaluate((part) => {
        const { backgroundColor, visibility } = getComputedStyle(part);
        return `${backgroundColor} ${visibility}`;
      });
  const tabs = [await looks(".v-tab[aria-current]"), await looks(".v-tab:not([aria-current])")];
  await page.goto("/d/delivery-workers/panels/1/edit");
  await page.locator(".v-checkbox").first().waitFor();
  const boxes = [
    await looks(".v-checkbox:not([data-selected]) svg"),
    await page
      .locator(".v-checkbox:not([data-selected])")
      .first()
      .click()
      .then(() => looks(".v-checkbox[data-selected] svg")),
  ];

  expect(tabs[0]).not.toBe(tabs[1]);
  expect(boxes.map((box) => box.split(" ").at(-1))).toEqual(["hidden", "visible"]);
});

it("a finger finds buttons, fields, tabs and what opens 44 px high", async () => {
  const phone = { ...STILL, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const [stranger, admin] = [await house.newPage(phone), await house.adminPage(phone)];
  const pages = [
    [stranger, "/sign-in"],
    [admin, "/people/users"],
    [admin, "/playlists/welcome"],
  ] as const;
  const small: string[] = [];
  for (const [page, path] of pages) {
    await page.goto(path);
    await settledAsItIs(page);
    const found = await page.locator("button, input:not([type=checkbox]), summary, .v-tab, .v-entry-ways > a").all();
    for (const part of found.slice(0, 40)) {
      const box = (await part.isVisible()) ? await part.boundingBox() : null;
      // Some are for readers of screens alone.
      if (box === null || box.width <= 1) continue;
      if (box.height < 43.5) small.push(`${path}: ${await part.evaluate((it) => it.outerHTML)} ${box.height}`);
    }
  }

  expect(small).toEqual([]);
});

describe("by keyboard alone", () => {
  it("the first Tab leads past the navigation", async () => {
    const page = await house.adminPage();
    await settled(page, "/dashboards");

    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");

    expect(await page.evaluate(() => document.activeElement?.id)).toBe("content");
  });

  it("g and a letter go to a place, and Ctrl+K to a dashboard by its name", async () => {
    const page = await house.adminPage();
    await settled(page, "/");

    await page.keyboard.press("g");
    await page.keyboard.press("p");
    await page.getByRole("heading", { name: "Playlists", level: 1 }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("deliv");
    await page.getByRole("option", { name: "Delivery workers", selected: true }).waitFor();
    await page.keyboard.press("Enter");

    await page.waitForURL("**/d/delivery-workers**");
  });

  it("j leads through lists that are no tables, and to the details of what was done", async () => {
    const page = await house.adminPage();
    const inHand = () => page.evaluate(() => document.activeElement?.textContent);
    await settled(page, "/access/templates");
    const mails = await page.locator(".v-list-row-title a").allTextContents();
    for (const key of ["j", "j"]) await page.keyboard.press(key);
    expect(await inHand()).toBe(mails[1]);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: mails[1] ?? "", level: 1 }).waitFor();

    await settled(page, "/audit");
    for (const key of ["j", "Enter"]) await page.keyboard.press(key);
    await page.locator("tbody tr").first().locator("details[open]").waitFor();
  });
});

it("the name beside an icon of the navigation may be pointed at, and goes at Escape", async () => {
  // Where there is more room, names stand beside the icons.
  const page = await house.adminPage({ ...STILL, viewport: { width: 1280, height: 800 } });
  await page.goto("/");
  const place = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Playlists" });
  const name = place.locator(".v-rail-label");
  const opacity = () => name.evaluate((label) => getComputedStyle(label).opacity);
  await place.hover();
  await expect.poll(opacity, { timeout: 5000 }).toBe("1");
  const box = await name.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 10, { steps: 8 });
  expect(await name.evaluate((label) => label.matches(":hover"))).toBe(true);
  expect(await opacity()).toBe("1");

  await page.keyboard.press("Escape");
  await expect.poll(opacity, { timeout: 5000 }).toBe("0");
  await page.mouse.move(600, 400);
  // Two moves at once are one, which never left; and what is under no pointer any more may just have gone.
  await expect.poll(() => page.locator("#content").evaluate((content) => content.matches(":hover"))).toBe(true);
  await place.hover();
  await expect.poll(opacity, { timeout: 5000 }).toBe("1");
});

it("German buttons, whose words are longer, stay within their cards on a phone", async () => {
  const page = await house.adminPage({ ...STILL, locale: "de-DE", viewport: { width: 390, height: 800 } });
  const { secret_key: key } = house.vedette.keys;
  const headers = { apikey: key, authorization: `Bearer ${key}` };
  const data = { email: "grace@example.com", email_confirm: true };
  const { id } = await (await page.request.post("/auth/v1/admin/users", { data, headers })).json();
  await page.goto(`/people/users/${id}`);
  await page.getByRole("button", { name: "Aussperren" }).waitFor();

  const cutOff = await page
    .locator(".v-section")
    .evaluateAll((cards) =>
      cards.flatMap((card) =>
        [...card.querySelectorAll("button, li")]
          .filter((part) => part.getBoundingClientRect().right > card.getBoundingClientRect().right)
          .map((part) => part.textContent),
      ),
    );

  expect(cutOff).toEqual([]);
});

it("names of props stand on one line on a phone", async () => {
  const page = await house.adminPage({ ...STILL, viewport: { width: 390, height: 800 } });
  await page.goto("/help/components/table");
  const names = page.getByRole("region", { name: "TablePagination" }).getByRole("rowheader");
  await names.first().waitFor();

  const broken = await names.evaluateAll((all) =>
    all.filter((name) => {
      const text = document.createRange();
      text.selectNodeContents(name);
      return text.getClientRects().length > 1;
    }),
  );

  expect(broken).toEqual([]);
});

it("arrows turn round in what is read from right to left, also in a page in English", async () => {
  const page = await house.adminPage(STILL);
  await page.goto("/help/components/nav");
  const arrowOf = (name: string) =>
    page
      .getByRole("navigation", { name })
      .getByRole("button", { name: "Next page" })
      .locator("svg")
      .evaluate((arrow) => getComputedStyle(arrow).transform);

  expect(await arrowOf("From right to left")).toBe("matrix(-1, 0, 0, 1, 0, 0)");
  expect(await arrowOf("Pagination nav")).toBe("none");

  await page.evaluate(() => {
    document.documentElement.dir = "rtl";
  });
  // Those of the interface itself are of another package.
  await page.evaluate(() =>
    document.querySelector("main")?.insertAdjacentHTML("beforeend", `<p><svg class="lucide-chevron-right"/></p>`),
  );
  expect(
    await page
      .locator(".lucide-chevron-right")
      .last()
      .evaluate((it) => getComputedStyle(it).scale),
  ).toBe("-1 1");
});

it("names and figures of data read as they are written in a page that is read from right to left", async () => {
  const page = await house.adminPage(STILL);
  await page.goto("/help");
  await page.locator("h1").waitFor();
  const order = await page.evaluate(() => {
    document.documentElement.dir = "rtl";
    document.querySelector("main")?.insertAdjacentHTML(
      "beforeend",
      `<div class="v-chart-tooltip-row" style="display: flex">
        <span class="v-chart-tooltip-name" style="width:400px">[404] on web</span>
        <span class="v-chart-tooltip-value">66.6 req/s · 8.51 %</span>
      </div>
      <span class="v-legend-text">[404] on web</span><span class="v-bar-name">[404] on web</span>
      <span class="v-stat-name">[404] on web</span>
      <h3 class="v-panel-title">[404] on web</h3><table class="v-data-table"><tr><td>[404] on web</td></tr></table>
      <figure class="v-chart"><svg><text x="150" y="20">5 min</text></svg></figure>`,
    );
    const placeOf = (text: Text, at: number) => {
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      return range.getBoundingClientRect();
    };
    const names = [".v-chart-tooltip-name", ".v-chart-tooltip-value", ".v-legend-text", ".v-bar-name", ".v-stat-name"];
    const drawn = [".v-panel-title", ".v-data-table td", ".v-chart text"];
    return [...names, ...drawn].map((name) => {
      const text = document.querySelector(name)?.firstChild as Text;
      return placeOf(text, 0).left < placeOf(text, text.length - 1).left;
    });
  });
  expect(order).toEqual(Array(8).fill(true));
});
