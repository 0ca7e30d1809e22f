import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const FLOORS = ["apps", "packages", "platform", "services"];

/** Every page that somebody reads. */
const pages = [
  ...readdirSync(ROOT).filter((file) => file.endsWith(".md")),
  ...readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" }).map((file) => join("docs", file)),
  ...FLOORS.flatMap((floor) => readdirSync(join(ROOT, floor)).map((room) => join(floor, room, "README.md"))),
].filter((file) => file.endsWith(".md") && existsSync(join(ROOT, file)));

/** Addresses of a page's links and pictures, those of the network apart. */
function linksOf(page: string): string[] {
  // What stands in code is no link.
  const text = readFileSync(join(ROOT, page), "utf8").replaceAll(/^```[\s\S]*?^```|`[^`\n]*`/gm, "");
  const found = text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g);
  return [...found].map(([, link, source]) => link ?? source ?? "").filter((link) => !/^[a-z]+:/.test(link));
}

/** As forges make addresses of headings. */
function anchorsOf(page: string): string[] {
  const headings = readFileSync(page, "utf8").matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

function isThere(page: string, link: string): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? join(ROOT, page) : join(ROOT, dirname(page), path);
  return existsSync(target) && (anchor === undefined || anchorsOf(target).includes(decodeURIComponent(anchor)));
}

describe("the pages of the documentation", () => {
  it("are many", () => {
    expect(pages.length).toBeGreaterThan(60);
    expect(pages.flatMap(linksOf).length).toBeGreaterThan(200);
  });

  it("lead to pages, headings and pictures that are there", () => {
    const dead = pages.flatMap((page) =>
      linksOf(page).flatMap((link) => (isThere(page, link) ? [] : [`${relative(".", page)}: ${link}`])),
    );

    expect(dead).toEqual([]);
  });

  it("are found from the first one, but for the folders of decisions and discoveries", () => {
    const index = linksOf("docs/README.md").map((link) => join("docs", link));
    const lost = pages.filter((page) => /^docs\/(guides|reference|screens)\//.test(page) && !index.includes(page));

    expect(lost).toEqual([]);
  });

  it("need no network where they are about components", () => {
    const folder = join(ROOT, "docs", "components");
    const outside = readdirSync(folder).filter((file) => /https?:\/\//.test(readFileSync(join(folder, file), "utf8")));

    expect(outside).toEqual([]);
  });
});
