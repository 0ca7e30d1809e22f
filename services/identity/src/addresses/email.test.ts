import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalizeEmail, tryNormalizeEmail } from "./email.ts";

describe("an e-mail address", () => {
  it.each([
    ["Ada@Example.COM", "ada@example.com"],
    ["ada.b+tag@example.com", "ada.b+tag@example.com"],
    ["ada@BÜCHER.example", "ada@xn--bcher-kva.example"],
    ["o'neil@example.co.uk", "o'neil@example.co.uk"],
    ["ada@localhost", "ada@localhost"],
  ])("%s is stored as %s", (text, stored) => {
    expect(normalizeEmail(text)).toBe(stored);
  });

  it.each([
    "",
    "ada",
    "@example.com",
    "ada@",
    "a@b@c.com",
    "ada @example.com",
    "ada@exa mple.com",
    '"ada b"@example.com',
    "ada@example.com\r\nBcc: eve@evil.example",
    "ada@example.com\u0000",
    "a\u200bda@example.com",
    "ada@exam\u200bple.com",
    "ada\u202e@example.com",
    ".ada@example.com",
    "ada.@example.com",
    "ada@-example.com",
    "ada@example..com",
    "ada@127.0.0.1",
    "ada@[127.0.0.1]",
    `${"a".repeat(65)}@example.com`,
    "\u212Aim@example.com",
  ])("refuses %j", (text) => {
    expect(tryNormalizeEmail(text)).toBeUndefined();
    expect(() => normalizeEmail(text)).toThrow(expect.objectContaining({ code: "validation_failed" }));
  });

  it.each([300, 5000])("refuses one of %i characters", (length) => {
    const domain = `${"a.".repeat(length / 2)}com`;

    expect(tryNormalizeEmail("ada@example.com")).toBe("ada@example.com");
    expect(() => normalizeEmail(`ada@${domain}`)).toThrow("An email address is too long");
  });

  it("stays what it is when it is normalised again", () => {
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), fc.string({ unit: "binary" })), (text) => {
        const once = tryNormalizeEmail(text);
        if (once !== undefined) expect(tryNormalizeEmail(once)).toBe(once);
      }),
    );
  });

  it("never holds anything but printable ASCII", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 40 }),
        fc.string({ unit: "binary", maxLength: 40 }),
        (a, b) => {
          expect(tryNormalizeEmail(`${a}@${b}.com`) ?? "").toMatch(/^[!-~]*$/);
        },
      ),
    );
  });
});
