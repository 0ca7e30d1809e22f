import { settingsFrom } from "@vedette/settings";
import { expect, it } from "vitest";
import { captchaSettings } from "./captcha-settings.ts";
import { verifyUrlOf } from "./check-captcha.ts";

it.each([
  ["hcaptcha", "", "https://api.hcaptcha.com/siteverify"],
  ["turnstile", "", "https://challenges.cloudflare.com/turnstile/v0/siteverify"],
  ["turnstile", "https://captcha.example.com/verify", "https://captcha.example.com/verify"],
] as const)(
  "%s with the address %j of the operator is asked at %s [contract of identity, 15]",
  (provider, own, url) => {
    const settings = settingsFrom(captchaSettings, {
      "auth.captcha.provider": provider,
      "auth.captcha.verify_url": own,
    });

    expect(verifyUrlOf(settings).href).toBe(url);
  },
);
