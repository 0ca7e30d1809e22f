import { describe, expect, it } from "vitest";
import { pageHref } from "./page-href.ts";

describe("the address of another page", () => {
  it.each([
    ["/list", 2, "/list?page=2"],
    ["/list?page=7&q=a%20b", 2, "/list?page=2&q=a%20b"],
    ["/list?q=a&page=7#top", 1, "/list?q=a#top"],
    ["/list?page=7", 1, "/list"],
    ["/list?page=7", Number.NaN, "/list"],
    ["?a=1&a=2", 3, "?a=1&a=2&page=3"],
    ["https://example.com/x?pages=4&page=1&page=2", 5, "https://example.com/x?pages=4&page=5"],
    ["", 2, "?page=2"],
  ])("after %j for page %i is %j", (url, page, href) => {
    expect(pageHref(url, page)).toBe(href);
  });

  it("may name the parameter differently", () => {
    expect(pageHref("/list?page=1&p=2", 3, "p")).toBe("/list?page=1&p=3");
  });
});
