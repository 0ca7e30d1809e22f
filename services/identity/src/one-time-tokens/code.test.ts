import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createCode, hashCode, isSameHash } from "./code.ts";

const pepper = randomBytes(32);
const purpose = { type: "confirmation_token", address: "ada@example.com" } as const;

describe("a one-time code", () => {
  it.each([6, 8, 10])("has %i digits, leading zeros included", (length) => {
    const codes = Array.from({ length: 500 }, () => createCode(length));

    expect(codes.every((code) => /^\d+$/.test(code) && code.length === length)).toBe(true);
    expect(codes.some((code) => code.startsWith("0"))).toBe(true);
  });

  it("is stored as 24 characters that a link can carry [spec 1, Limits]", () => {
    expect(hashCode(pepper, purpose, "000000")).toMatch(/^[A-Za-z0-9_-]{24}$/);
  });

  it("has another hash for another purpose, address, code or server", () => {
    const hashes = new Set([
      hashCode(pepper, purpose, "123456"),
      hashCode(pepper, { ...purpose, type: "recovery_token" }, "123456"),
      hashCode(pepper, { ...purpose, address: "ada@example.co" }, "m123456"),
      hashCode(pepper, { ...purpose, address: "bob@example.com" }, "123456"),
      hashCode(pepper, purpose, "123457"),
      hashCode(randomBytes(32), purpose, "123456"),
    ]);

    expect(hashes.size).toBe(6);
  });

  it("is recognised by its hash, with and without the mark of PKCE", () => {
    const hash = hashCode(pepper, purpose, "123456");

    expect(isSameHash(hash, hash)).toBe(true);
    expect(isSameHash(`pkce_${hash}`, hash)).toBe(true);
    expect(isSameHash(hashCode(pepper, purpose, "654321"), hash)).toBe(false);
    expect(isSameHash("", hash)).toBe(false);
  });
});
