import { expect, it } from "vitest";
import { itemQueryText, readItemQuery } from "./item-query.ts";

it("takes what is said of an item apart: range, variables, theme, and what no field is for", () => {
  const text = "?from=now-1h&to=now&var-crane=north&var-crane=a%2Cb&theme=light&refresh=5s";
  const query = readItemQuery(text);

  expect(query).toEqual({
    range: { from: "now-1h", to: "now" },
    variables: [
      { name: "crane", value: "north" },
      { name: "crane", value: "a,b" },
    ],
    theme: "light",
    rest: "refresh=5s",
  });
  expect(itemQueryText(query)).toBe(text.slice(1));
});

it.each(["", "from=now-1h", "theme=blue", "refresh=5s&kiosk="])("leaves %j as it is", (text) => {
  expect(itemQueryText(readItemQuery(text))).toBe(text);
});

it("leaves out what is empty", () => {
  expect(itemQueryText({ range: undefined, variables: [{ name: "", value: "x" }], theme: "", rest: "" })).toBe("");
});
