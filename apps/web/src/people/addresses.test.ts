import { expect, it } from "vitest";
import { readAddresses } from "./addresses.ts";

it.each([
  ["ada@example.com", ["ada@example.com"]],
  [
    " ada@example.com,bob@example.com;\n carl@example.com\tada@example.com ",
    ["ada@example.com", "bob@example.com", "carl@example.com"],
  ],
  ["", []],
])("%j names %j", (text, addresses) => {
  expect(readAddresses(text)).toEqual(addresses);
});
