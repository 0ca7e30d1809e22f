import { describe, expect, it } from "vitest";
import { passwordStrength } from "./password-strength.ts";

describe("the strength of a password", () => {
  it.each(["", "a", "password", "12345678", "aaaaaaaaaaaaaaaa", "qwerty123"])("%j is far too weak", (password) => {
    expect(passwordStrength(password)).toBe(0);
  });

  it.each(["correct horse battery staple", "gX7#vQ2!mZ9@pL4$", "der Regen fällt auf das graue Dach"])(
    "%j is strong",
    (password) => {
      expect(passwordStrength(password)).toBeGreaterThanOrEqual(3);
    },
  );

  it("rises with the length", () => {
    const strengths = ["rivet", "rivet plume", "rivet plume cabin", "rivet plume cabin ghost"].map((password) =>
      passwordStrength(password),
    );
    expect(strengths).toEqual(strengths.toSorted((a, b) => a - b));
    expect(strengths.at(-1)).toBe(4);
  });

  it("does not count the person's own address", () => {
    expect(passwordStrength("ada.lovelace1843", ["ada.lovelace@example.com"])).toBe(0);
    expect(passwordStrength("ada.lovelace1843")).toBeGreaterThan(0);
  });

  it("asks for no kinds of characters", () => {
    expect(passwordStrength("Aa1!Aa1!")).toBeLessThan(passwordStrength("quiet lamp over water"));
  });
});
