import { describe, expect, it } from "vitest";
import { hasPart, LINK_PARTS, withoutPart, withPart } from "./link-parts.ts";

const { keepTime, keepVariables } = LINK_PARTS;

/** As documents write a part. */
const written = (part: string) => `\${${part}}`;

describe("the address of a link", () => {
  it.each([
    ["/d/shop", `/d/shop?${written(keepTime)}`],
    ["/d/shop?a=1", `/d/shop?a=1&${written(keepTime)}`],
    ["/d/shop?", `/d/shop?${written(keepTime)}`],
    ["/d/shop#end", `/d/shop?${written(keepTime)}#end`],
    [`/d/shop?${written(keepTime)}&a=1`, `/d/shop?${written(keepTime)}&a=1`],
  ])("%s takes the time range along as %s", (url, expected) => {
    expect(withPart(url, keepTime)).toBe(expected);
    expect(hasPart(expected, keepTime)).toBe(true);
  });

  it.each(["/d/shop", "/d/shop?a=1", "/d/shop#end", "https://example.com/?q=x"])(
    "%s is as before without it",
    (url) => {
      const both = withPart(withPart(url, keepTime), keepVariables);

      expect(withoutPart(withoutPart(both, keepTime), keepVariables)).toBe(url);
      expect(withoutPart(withoutPart(both, keepVariables), keepTime)).toBe(url);
    },
  );
});
