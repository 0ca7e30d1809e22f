import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { build } from "rolldown";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

declare const changes: unknown[];
declare const remembered: unknown[];
declare const refs: readonly { readonly current: Element | null }[];
declare const axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };

let browser: Browser;
let page: Page;
const problems: string[] = [];

const STYLES = readFileSync(new URL("../styles.css", import.meta.url), "utf8");
let code: string;

beforeAll(async () => {
  const [{ output }, opened] = await Promise.all([
    build({
      input: new URL("./fixtures/browser-page.tsx", import.meta.url).pathname,
      write: false,
      logLevel: "silent",
      platform: "browser",
      transform: { define: { "process.env.NODE_ENV": '"development"' } },
      output: { format: "iife" },
    }),
    chromium.launch({
      executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
    }),
  ]);
  code = output[0].code;
  browser = opened;
  page = await aPage();
}, 120_000);
beforeEach(async () => {
  await page.evaluate(() => void changes.splice(0));
});
afterAll(async () => {
  await browser?.close();
});

/** A page with every component, for one kind of browser. */
async function aPage(options: BrowserContextOptions = {}, styles = STYLES): Promise<Page> {
  const opened = await browser.newPage(options);
  opened.setDefaultTimeout(30_000);
  opened.on("pageerror", (error) => problems.push(error.message));
  opened.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  const viewport = '<meta name="viewport" content="width=device-width">';
  await opened.setContent(`<!doctype html><html lang="en"><head>${viewport}<title>Pages</title></head><body>`);
  await opened.addStyleTag({ content: styles });
  await opened.addScriptTag({ content: code });
  await opened.addScriptTag({ path: createRequire(import.meta.url).resolve("axe-core/axe.min.js") });
  await opened.evaluate(() => {
    const holder = document.querySelector("main")?.appendChild(document.createElement("div"));
    holder?.setHTMLUnsafe(`
      <vedette-pagination aria-label="element" total-items="25" page-sizes="10, 20"></vedette-pagination>
      <vedette-pagination-nav aria-label="elements" total-pages="30" href-template="#page={page}"></vedette-pagination-nav>
      <vedette-pagination-nav aria-label="unsafe 1" total-pages="2" href-template="javascript:alert({page})"></vedette-pagination-nav>
      <vedette-pagination-nav aria-label="unsafe 2" total-pages="2" href-template="java&#10;script:alert({page})"></vedette-pagination-nav>
      <vedette-pagination-nav aria-label="unsafe 3" total-pages="2" href-template="&#1;javascript:alert({page})"></vedette-pagination-nav>`);
  });
  return opened;
}

/** Controls, also of elements, that are less than so many pixels wide or high. */
function controlsBelow(pixels: number): string[] {
  const elements = [...document.querySelectorAll("vedette-pagination, vedette-pagination-nav")];
  const roots: readonly (Document | ShadowRoot | null)[] = [document, ...elements.map((it) => it.shadowRoot)];
  return roots
    .flatMap((root) => [...(root?.querySelectorAll("a, button, select, input") ?? [])])
    .filter((it) => {
      const { width, height } = it.getBoundingClientRect();
      return width < pixels || height < pixels;
    })
    .map((it) => `${it.tagName} ${it.getAttribute("aria-label")}`);
}

const told = () => page.evaluate(() => changes);

describe("in a browser", () => {
  it("the words beside the arrows are hidden below 40rem, the arrows are not [spec 3, UI component props]", async () => {
    const words = page.getByText("Previous", { exact: true });
    await page.setViewportSize({ width: 640, height: 900 });
    expect(await words.isVisible()).toBe(true);

    await page.setViewportSize({ width: 639, height: 900 });
    expect(await words.isVisible()).toBe(false);
    expect(await page.getByRole("link", { name: "Go to previous page" }).isVisible()).toBe(true);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it("the ref of a part and that of a router's link in its place both reach the link", async () => {
    expect(await page.evaluate(() => refs.map(({ current }) => current?.id))).toEqual(["routed", "routed"]);
  });

  it("a list goes on and back, and the focus stays at a button that can be pressed", async () => {
    const list = page.getByRole("group", { name: "list" });
    const next = list.getByRole("button", { name: "Next page" });
    await next.click();
    await next.click();

    expect(await told()).toEqual([
      { page: 2, pageSize: 10 },
      { page: 3, pageSize: 10 },
    ]);
    expect(await next.isDisabled()).toBe(true);
    expect(
      await list.getByRole("button", { name: "Previous page" }).evaluate((it) => it === document.activeElement),
    ).toBe(true);
    await list.getByLabel("Items per page:").selectOption("20");
    expect((await told()).at(-1)).toEqual({ page: 1, pageSize: 20 });
    await list.getByLabel("Page of 2 pages").selectOption("2");
    expect(await list.getByRole("status").textContent()).toBe("21–25 of 25 items");
  });

  it("a list that another visit left with larger pages has them again, and tells so once also in StrictMode", async () => {
    const list = page.getByRole("group", { name: "remembered" });

    expect(await list.getByLabel("Items per page:").inputValue()).toBe("20");
    expect(await page.evaluate(() => remembered)).toEqual([{ page: 1, pageSize: 20 }]);
  });

  it("a navigation wraps, goes into its gaps, and takes a number where there are many", async () => {
    const nav = page.getByRole("navigation", { name: "pages", exact: true });
    await nav.getByRole("button", { name: "Previous page" }).click();
    await nav.getByRole("combobox").selectOption("7");
    await nav.getByRole("button", { name: "Page 8" }).click();

    expect(await told()).toEqual([{ page: 30 }, { page: 7 }, { page: 8 }]);

    const many = page.getByRole("navigation", { name: "many" });
    await many.getByRole("spinbutton").fill("5000");
    await many.getByRole("spinbutton").press("Enter");
    await many.getByRole("button", { name: "Page 5000" }).waitFor();
    expect(await many.getByRole("spinbutton", { name: "Select page 5004–99999" }).inputValue()).toBe("");
    expect(await many.evaluate((it) => it.querySelectorAll("*").length)).toBeLessThan(2500);

    const field = many.getByRole("spinbutton").last();
    await field.fill("99999");
    expect(await field.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
    const refused = field.evaluate(
      (it) => new Promise((resolve) => it.addEventListener("invalid", () => resolve(it.ariaLabel), { once: true })),
    );
    await field.fill("100001");
    await field.press("Enter");
    expect(await refused).toBe("Select page 5004–99999");
    expect(await many.getByRole("status").textContent()).toBe("Page 5000 of 100000");
  });

  it("an element tells each act of a person once, after it shows it, and nothing that a program set", async () => {
    const list = page.getByRole("group", { name: "element" });
    const host = page.locator("vedette-pagination");
    await list.getByRole("button", { name: "Next page" }).click();
    await list.getByLabel("Items per page:").selectOption("20");

    expect(await told()).toEqual([
      { page: 2, pageSize: 10, told: "2" },
      { page: 1, pageSize: 20, told: "1" },
    ]);
    const status = await host.evaluateHandle((it) => it.shadowRoot?.querySelector("output"));
    await host.evaluate((it) =>
      Object.assign(it, { page: 2, pageText: undefined, itemRangeText: () => "<b>mine</b>" }),
    );
    await list.getByText("<b>mine</b>").waitFor();
    expect(await status.evaluate((it) => [it?.isConnected, it?.textContent])).toEqual([true, "<b>mine</b>"]);
    expect(await host.getAttribute("page")).toBe("2");
    expect(await told()).toHaveLength(2);
    expect(await list.getByRole("button", { name: "Next page" }).isDisabled()).toBe(true);
  });

  it("an element that was given properties before it was known has them", async () => {
    const text = await page.evaluate(() => {
      const early = document.createElement("early-pagination");
      Object.assign(early, { totalItems: 7, pageSize: 20 });
      document.body.append(early);
      const known = customElements.get("vedette-pagination");
      if (known !== undefined) customElements.define("early-pagination", class extends known {});
      const shown = early.shadowRoot?.querySelector("[part=range]")?.textContent;
      early.remove();
      return shown;
    });

    expect(text).toBe("1–7 of 7 items");
  });

  it("an element counts whole items and offers every size once", async () => {
    const shown = await page.evaluate(() => {
      const list = document.createElement("vedette-pagination");
      list.setAttribute("total-items", "12.5");
      list.setAttribute("page-sizes", "10 20 10 20.5");
      document.body.append(list);
      const sizes = list.shadowRoot?.querySelectorAll("[part=size] option") ?? [];
      const text = list.shadowRoot?.querySelector("[part=range]")?.textContent;
      list.remove();
      return [text, ...[...sizes].map((size) => size.textContent)];
    });

    expect(shown).toEqual(["1–10 of 12 items", "10", "20"]);
  });

  it("an element links where it may, and to no program", async () => {
    const links = page.getByRole("navigation", { name: "elements" }).getByRole("link");
    expect(await links.first().getAttribute("href")).toBe("#page=1");
    await links.first().click();
    await links.filter({ has: page.locator("svg") }).click();
    expect(await told()).toEqual([
      { page: 1, told: "1" },
      { page: 2, told: "2" },
    ]);
    expect(page.url()).toMatch(/#page=2$/);

    expect(await page.locator("[aria-label^=unsafe][href-template] >> a").count()).toBe(0);
    expect(await page.locator("[aria-label^=unsafe][href-template] >> button").count()).toBe(12);
  });

  it("a page that is chosen in a gap is opened where pages have addresses, and has the focus", async () => {
    for (const [name, chosen, address] of [
      ["linked", "4", "#linked-4"],
      ["elements", "12", "#page=12"],
    ] as const) {
      const nav = page.getByRole("navigation", { name });
      await nav.getByRole("link", { name: "Page 1", exact: true }).click();
      await nav.getByRole("combobox").last().selectOption(chosen);

      await page.waitForURL((url) => url.hash === address);
      expect(await nav.getByRole("link", { name: `Page ${chosen}` }).getAttribute("aria-current")).toBe("page");
    }
    // From 4 to the last but one: the gap after it is gone, and with it what had the focus.
    const linked = page.getByRole("navigation", { name: "linked" });
    await linked.getByRole("combobox").last().focus();
    await linked.getByRole("combobox").last().selectOption("8");
    await linked.getByRole("link", { name: "Page 8" }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Page 8");
  });

  it("a finger finds everything at least 44 px high and wide", async () => {
    const touch = await aPage({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 900 } });

    expect(await touch.evaluate(() => matchMedia("(pointer: coarse)").matches)).toBe(true);
    expect(await touch.evaluate(controlsBelow, 44)).toEqual([]);
    expect(await page.evaluate(controlsBelow, 24)).toEqual([]);
  });

  it("controls grow with the letters that a browser is set to", async () => {
    const large = await aPage();
    await large.addStyleTag({ content: ":root { font-size: 32px }" });

    expect(await large.evaluate(controlsBelow, 40)).toEqual([]);
    expect(await page.evaluate(controlsBelow, 40)).not.toEqual([]);
  });

  it("320 px are enough: nothing scrolls to the side, and no arrow stands in a line alone", async () => {
    const narrow = await aPage({ viewport: { width: 320, height: 900 } });

    expect(await narrow.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    for (const name of ["million", "element"]) {
      const group = narrow.getByRole("group", { name });
      const tops = await group
        .getByRole("button")
        .evaluateAll((them) => them.map((it) => it.getBoundingClientRect().top));
      expect(tops[0]).toBe(tops[1]);
    }
    // Five items and the two arrows.
    expect(await narrow.getByRole("navigation", { name: "elements" }).getByRole("listitem").count()).toBe(7);
    // Beside the last page, however long its number is.
    await narrow.setViewportSize({ width: 390, height: 900 });
    for (const name of ["far", "many", "elements"]) {
      const items = narrow.getByRole("navigation", { name }).getByRole("listitem");
      const boxes = await items.evaluateAll((them) => them.slice(-2).map((it) => it.getBoundingClientRect().toJSON()));
      expect(boxes[1].y).toBe(boxes[0].y);
      expect(boxes[1].x).toBeGreaterThan(boxes[0].right);
    }
  });

  it("arrows point the other way where one reads from right to left, and English texts stay in order", async () => {
    // As tools write it that build for older browsers.
    const built = STYLES.replaceAll(":dir(rtl)", ":lang(ar)");
    for (const styles of [STYLES, built]) {
      const rtl = await aPage({}, styles);
      await rtl.evaluate(() => {
        document.documentElement.dir = "rtl";
        document.querySelector("[aria-label=pages]")?.setAttribute("dir", "ltr");
      });
      const turned = (name: string) =>
        rtl
          .locator(`[aria-label="${name}"] >> svg`)
          .first()
          .evaluate((it) => getComputedStyle(it).transform);

      expect(await turned("million")).toBe("matrix(-1, 0, 0, 1, 0, 0)");
      expect(await turned("element")).toBe("matrix(-1, 0, 0, 1, 0, 0)");
      expect(await turned("pages")).toBe("none");
      for (const text of ["1–10 of 1,000,000 items", "Items per page:"]) {
        const shown = rtl.getByRole("group", { name: "million" }).getByText(text);
        expect(await shown.evaluate((it) => getComputedStyle(it).direction)).toBe("ltr");
      }
    }
  });

  it("the current page is told from the others in forced colours too", async () => {
    const forced = await aPage({ forcedColors: "active" });
    const colorOf = (name: string, label: string) =>
      forced
        .getByRole("navigation", { name, exact: true })
        .locator(`[aria-label="${label}"]`)
        .evaluate((it) => getComputedStyle(it).backgroundColor);

    for (const name of ["pagination", "pages", "elements"]) {
      const current = await forced.getByRole("navigation", { name, exact: true }).locator("[aria-current]");
      const label = (await current.getAttribute("aria-label")) ?? "";
      expect(await colorOf(name, label)).not.toBe(await colorOf(name, "Page 1" === label ? "Page 2" : "Page 1"));
    }
  });

  it("nothing is wrong for people who do not see the page, and nothing is said to the console", async () => {
    const { violations } = await page.evaluate(async () => {
      const all = await axe.run();
      return { violations: all.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]) };
    });

    expect(violations).toEqual([]);
    expect(problems).toEqual([]);
  });
});
