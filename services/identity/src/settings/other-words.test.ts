import { loadSettings } from "@vedette/settings";
import { expect, it } from "vitest";
import { identitySettings } from "../settings.ts";

it("a file of the reference service says the same in its own words", () => {
  const text = [
    "[auth]",
    "enable_signup = false",
    "[auth.email]",
    "enable_confirmations = false",
    "[auth.sms]",
    "enable_confirmations = true",
    "[auth.oauth_server]",
    'authorization_url_path = "/consent"',
  ].join("\n");

  const settings = loadSettings([identitySettings], { env: {}, file: { path: "config.toml", text } }).of(
    identitySettings,
  );

  expect(settings["auth.disable_signup"]).toBe(true);
  expect(settings["auth.email.autoconfirm"]).toBe(true);
  expect(settings["auth.sms.autoconfirm"]).toBe(false);
  expect(settings["auth.oauth_server.authorization_path"]).toBe("/consent");
});
