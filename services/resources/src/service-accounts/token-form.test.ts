import { describe, expect, it } from "vitest";
import { bearerToken, isToken, newToken } from "./token-form.ts";

describe("a token", () => {
  it("has the form that scanners look for, and no two are the same", () => {
    const tokens = Array.from({ length: 100 }, () => newToken("service-account"));

    for (const token of tokens) expect(token).toMatch(/^vdsa_[0-9A-Za-z]{32}_[0-9a-f]{8}$/);
    expect(tokens.every(isToken)).toBe(true);
    expect(new Set(tokens).size).toBe(100);
  });

  it("of a person is told apart from one of a service account", () => {
    const token = newToken("person");

    expect(token).toMatch(/^vdpt_[0-9A-Za-z]{32}_[0-9a-f]{8}$/);
    expect(isToken(token)).toBe(true);
    expect(isToken(token.replace("vdpt", "vdsa"))).toBe(false);
    expect(bearerToken(`Bearer ${token}`)).toEqual({ token, kind: "person" });
  });

  it("carries the CRC-32 of what stands before", () => {
    // Worked out with another implementation, Python's zlib.crc32.
    expect(isToken(`vdsa_${"0".repeat(32)}_6c25db9a`)).toBe(true);
    expect(isToken(`vdsa_${"0".repeat(32)}_00000000`)).toBe(false);
  });

  it("with a sign changed is none", () => {
    const token = newToken("service-account");
    const changed = token.replace(/.(?=_[0-9a-f]{8}$)/, (sign) => (sign === "A" ? "B" : "A"));

    expect(isToken(changed)).toBe(false);
  });

  it.each([
    [undefined, undefined],
    ["", undefined],
    ["Basic vdsa_x", undefined],
    ["Bearer eyJ", undefined],
    ["Bearer vdsa_x", { token: "vdsa_x", kind: "service-account" }],
    ["bearer vdsa_x", { token: "vdsa_x", kind: "service-account" }],
  ])("in the header %j is %j", (header, token) => {
    expect(bearerToken(header)).toEqual(token);
  });
});
