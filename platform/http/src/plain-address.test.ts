import { describe, expect, it } from "vitest";
import { forwardedAddress, plainAddress } from "./plain-address.ts";

describe("the address of a request", () => {
  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["::FFFF:192.0.2.7", "192.0.2.7"],
    ["fe80::1%eth0", "fe80::1"],
    ["2001:db8::1", "2001:db8::1"],
    ["unknown", ""],
    ["::ffff:999.0.2.7", ""],
  ])("%s is kept as %s", (given, kept) => {
    expect(plainAddress(given)).toBe(kept);
  });
});

describe("forwardedAddress", () => {
  it.each([
    ["198.51.100.21", "198.51.100.21"],
    [" 198.51.100.21:40001 ", "198.51.100.21"],
    ["[2001:db8::1]:443", "2001:db8::1"],
    ["[2001:db8::1]", "2001:db8::1"],
    ['"[2001:db8::1]:443"', "2001:db8::1"],
    ["2001:db8::1", "2001:db8::1"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["[::ffff:192.0.2.7]:80", "192.0.2.7"],
    ["unknown", ""],
    ["unknown:443", ""],
    ["_hidden", ""],
    ["", ""],
    ["198.51.100.21:", ""],
    ["198.51.100.21:x", ""],
    ["198.51.100.21:1:2", ""],
    ["[198.51.100.21", ""],
    ["999.1.1.1", ""],
    ["host.example", ""],
  ])("reads %j as %j", (text, address) => {
    expect(forwardedAddress(text)).toBe(address);
  });
});
