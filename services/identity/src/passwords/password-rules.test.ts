import { settingsFrom } from "@vedette/settings";
import { describe, expect, it } from "vitest";
import { identitySettings } from "../settings.ts";
import { requireStrongPassword } from "./password-rules.ts";

describe("a new password", () => {
  it.each([
    ["six characters", "secret"],
    ["72 bytes", "x".repeat(72)],
    ["six letters of another script", "пароль"],
  ])("of %s is accepted", async (_name, password) => {
    await expect(requireStrongPassword(password, settingsFrom(identitySettings))).resolves.toBeUndefined();
  });

  it.each([
    ["no character", "", { code: "validation_failed", message: "Signup requires a valid password" }],
    ["73 bytes", "x".repeat(73), { code: "validation_failed" }],
    ["74 bytes in 37 letters", "ж".repeat(37), { code: "validation_failed" }],
    ["five characters", "short", { code: "weak_password", reasons: ["length"] }],
  ])("of %s is refused", async (_name, password, refusal) => {
    await expect(requireStrongPassword(password, settingsFrom(identitySettings))).rejects.toThrow(
      expect.objectContaining(refusal),
    );
  });

  it("needs one character of every required set", async () => {
    const settings = settingsFrom(identitySettings, {
      "auth.minimum_password_length": 8,
      "auth.password.required_characters": "abcdefghijklmnopqrstuvwxyz:0123456789:!\\:",
    });

    await expect(requireStrongPassword("letters1:", settings)).resolves.toBeUndefined();
    await expect(requireStrongPassword("letters1", settings)).rejects.toThrow(
      expect.objectContaining({ code: "weak_password", reasons: ["characters"] }),
    );
    await expect(requireStrongPassword("abc", settings)).rejects.toThrow(
      "Password should be at least 8 characters. Password should contain at least one character of each: abcdefghijklmnopqrstuvwxyz, 0123456789, !:.",
    );
  });

  it.each([
    ["letters_digits", "letters1", "letters"],
    ["lower_upper_letters_digits", "Letters1", "letters1"],
    ["lower_upper_letters_digits_symbols", "Letters1!", "Letters1"],
    ["lower_upper_letters_digits_symbols", "Letters1\\", "letters1\\"],
  ] as const)("that needs %s is one like %j, not like %j", async (requirement, strong, weak) => {
    const settings = settingsFrom(identitySettings, { "auth.password_requirements": requirement });

    await expect(requireStrongPassword(strong, settings)).resolves.toBeUndefined();
    await expect(requireStrongPassword(weak, settings)).rejects.toThrow(
      expect.objectContaining({ code: "weak_password", reasons: ["characters"] }),
    );
  });

  it("is not one of the commonest of known breaches where the settings say so", async () => {
    const settings = settingsFrom(identitySettings, { "auth.password.refuse_breached": true });

    await expect(requireStrongPassword("correct horse battery", settings)).resolves.toBeUndefined();
    for (const password of ["password", "Password1", "iloveyou"]) {
      await expect(requireStrongPassword(password, settings)).rejects.toThrow(
        expect.objectContaining({ code: "weak_password", reasons: ["pwned"] }),
      );
    }
  });
});
