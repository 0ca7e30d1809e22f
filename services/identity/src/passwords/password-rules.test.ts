import { settingsFrom } from "@vedette/settings";
import { describe, expect, it } from "vitest";
import { identitySettings } from "../settings.ts";
import { requireStrongPassword } from "./password-rules.ts";

describe("a new password", () => {
  it.each([
    ["six characters", "secret"],
    ["72 bytes", "x".repeat(72)],
    ["six letters of another script", "пароль"],
  ])("of %s is accepted", (_name, password) => {
    expect(() => requireStrongPassword(password, settingsFrom(identitySettings))).not.toThrow();
  });

  it.each([
    ["no character", "", { code: "validation_failed", message: "Signup requires a valid password" }],
    ["73 bytes", "x".repeat(73), { code: "validation_failed" }],
    ["74 bytes in 37 letters", "ж".repeat(37), { code: "validation_failed" }],
    ["five characters", "short", { code: "weak_password", reasons: ["length"] }],
  ])("of %s is refused", (_name, password, refusal) => {
    expect(() => requireStrongPassword(password, settingsFrom(identitySettings))).toThrow(
      expect.objectContaining(refusal),
    );
  });

  it("needs one character of every required set", () => {
    const settings = settingsFrom(identitySettings, {
      "auth.minimum_password_length": 8,
      "auth.password.required_characters": "abcdefghijklmnopqrstuvwxyz:0123456789:!\\:",
    });

    expect(() => requireStrongPassword("letters1:", settings)).not.toThrow();
    expect(() => requireStrongPassword("letters1", settings)).toThrow(
      expect.objectContaining({ code: "weak_password", reasons: ["characters"] }),
    );
    expect(() => requireStrongPassword("abc", settings)).toThrow(
      "Password should be at least 8 characters. Password should contain at least one character of each: abcdefghijklmnopqrstuvwxyz, 0123456789, !:.",
    );
  });
});
