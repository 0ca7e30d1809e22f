import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadSettings } from "@vedette/settings";
import { expect, it, onTestFinished } from "vitest";
import { identitySettings } from "../settings.ts";

it("a file of the reference service says the same in its own words", () => {
  const folder = mkdtempSync(join(tmpdir(), "vedette-words-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const keys = join(folder, "signing_keys.json");
  writeFileSync(keys, "[]");
  const text = [
    "[auth]",
    "enabled = true",
    "enable_signup = false",
    `signing_keys_path = ${JSON.stringify(keys)}`,
    "[auth.rate_limit]",
    "token_verifications = 30",
    "[auth.email]",
    "enable_confirmations = false",
    "[auth.sms]",
    "enable_confirmations = true",
    "[auth.sms.test_otp]",
    '4152127777 = "123456"',
    "[auth.mfa.phone]",
    'max_frequency = "5s"',
    "[auth.oauth_server]",
    'authorization_url_path = "/consent"',
  ].join("\n");

  const settings = loadSettings([identitySettings], { env: {}, file: { path: "config.toml", text } }).of(
    identitySettings,
  );

  expect(settings["auth.disable_signup"]).toBe(true);
  expect(settings["auth.email.autoconfirm"]).toBe(true);
  expect(settings["auth.sms.autoconfirm"]).toBe(false);
  expect(settings["auth.sms.test_otp"]).toEqual(["4152127777:123456"]);
  expect(settings["auth.mfa.phone.max_frequency"]).toBe("5s");
  expect(settings["auth.oauth_server.authorization_path"]).toBe("/consent");
  expect(settings["auth.jwt_keys"]).toBe("[]");
  expect(settings["auth.rate_limits.verification.requests_per_hour"]).toBe(360);
});

it("the service cannot be switched off, beside tokens of others neither [spec 1, What the service does]", () => {
  const file = { path: "config.toml", text: "[auth]\nenabled = false" };

  expect(() => loadSettings([identitySettings], { env: {}, file })).toThrow("cannot be switched off");
});
