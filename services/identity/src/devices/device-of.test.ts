import { expect, it } from "vitest";
import { deviceOf } from "./device-of.ts";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36";
const of = (userAgent: string, ipAddress: string, userId = "ada") =>
  deviceOf(userId, { userAgent, ipAddress }).toString("hex");

it.each([
  ["a newer version of the browser", of(CHROME.replace("140", "141"), "198.51.100.7")],
  ["another address of the network", of(CHROME, "198.51.7.9")],
])("recognizes %s", (_, digest) => {
  expect(digest).toBe(of(CHROME, "198.51.100.7"));
});

it.each([
  ["another browser", of("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "198.51.100.7")],
  ["another network", of(CHROME, "203.0.113.7")],
  ["another user", of(CHROME, "198.51.100.7", "bea")],
  ["no address", of(CHROME, "")],
])("tells %s apart", (_, digest) => {
  expect(digest).not.toBe(of(CHROME, "198.51.100.7"));
});
