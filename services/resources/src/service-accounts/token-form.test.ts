import { describe, expect, it } from "vitest";
import { bearerServiceToken, isServiceToken, newServiceToken } from "./token-form.ts";

describe("a service token", () => {
  it("has the form that scanners look for, and no two are the same", () => {
    const tokens = Array.from({ length: 100 }, newServiceToken);

    for (const token of tokens) expect(token).toMatch(/^vdsa_[0-9A-Za-z]{32}_[0-9a-f]{8}$/);
    expect(tokens.every(isServiceToken)).toBe(true);
    expect(new Set(tokens).size).toBe(100);
  });

  it("carries the CRC-32 of what stands before", () => {
    // Worked out with another implementation, Python's zlib.crc32.
    expect(isServiceToken(`vdsa_${"0".repeat(32)}_6c25db9a`)).toBe(true);
    expect(isServiceToken(`vdsa_${"0".repeat(32)}_00000000`)).toBe(false);
  });

  it("with a sign changed is none", () => {
    const token = newServiceToken();
    const changed = token.replace(/.(?=_[0-9a-f]{8}$)/, (sign) => (sign === "A" ? "B" : "A"));

    expect(isServiceToken(changed)).toBe(false);
  });

  it.each([
    [undefined, undefined],
    ["", undefined],
    ["Basic vdsa_x", undefined],
    ["Bearer eyJ", undefined],
    ["Bearer vdsa_x", "vdsa_x"],
    ["bearer vdsa_x", "vdsa_x"],
  ])("in the header %j is %j", (header, token) => {
    expect(bearerServiceToken(header)).toBe(token);
  });
});
