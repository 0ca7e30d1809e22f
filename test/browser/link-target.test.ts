import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readLinkTarget } from "../../packages/client/src/link-target.ts";
import { LINKS } from "../../packages/client/test/link-targets.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
  });
});
afterAll(() => browser.close());

it.each(["https://vedette.test/d/x", "http://vedette.test/d/x"])(
  "judges links by where Chromium leads from %s",
  async (base) => {
    const page = await browser.newPage();
    await page.setContent(`<base href="${base}"><a></a>`);
    const resolved = await page.evaluate(
      (texts) => {
        const link = document.querySelector("a");
        return texts.map((text) => {
          link?.setAttribute("href", text);
          return { href: link?.href ?? "", origin: link?.origin ?? "", protocol: link?.protocol ?? "" };
        });
      },
      LINKS.map(([text]) => text),
    );
    await page.close();

    for (const [at, [text]] of LINKS.entries()) {
      const target = readLinkTarget(text);
      const chromiums = resolved[at];
      if (target === undefined) continue;
      expect([text, new URL(target.href, base).href]).toEqual([text, chromiums?.href]);
      const isSameOrigin = chromiums?.origin === new URL(base).origin;
      expect([text, isSameOrigin]).toEqual([text, target.kind === "local"]);
      if (target.kind === "web") expect(chromiums?.protocol).toMatch(/^https?:$/);
    }
    // Whatever leads to another host in Chromium is no local target.
    const elsewhere = LINKS.filter((_, at) => resolved[at]?.origin !== new URL(base).origin);
    expect(elsewhere.filter(([text]) => readLinkTarget(text)?.kind === "local")).toEqual([]);
    expect(elsewhere.length).toBeGreaterThan(LINKS.length / 3);
  },
);
