import { describe, expect, it } from "vitest";
import { plainAddress } from "./plain-address.ts";

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
