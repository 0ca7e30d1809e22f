import { callOutbound } from "@vedette/http";
import { settingsFrom } from "@vedette/settings";
import { expect, it, vi } from "vitest";
import { captchaSettings } from "./captcha-settings.ts";
import { checkCaptcha } from "./check-captcha.ts";

// The providers' own servers cannot be asked from a test.
vi.mock(import("@vedette/http"), async (original) => ({ ...(await original()), callOutbound: vi.fn() }));

it.each([
  ["hcaptcha", "https://api.hcaptcha.com/siteverify"],
  ["turnstile", "https://challenges.cloudflare.com/turnstile/v0/siteverify"],
] as const)("%s is asked at its own address [contract of identity, 15]", async (provider, url) => {
  const answered = { body: { text: () => Promise.resolve('{"success":true}') } };
  vi.mocked(callOutbound)
    .mockReset()
    .mockResolvedValueOnce(answered as never);
  const settings = settingsFrom(captchaSettings, {
    "auth.captcha.enabled": true,
    "auth.captcha.provider": provider,
    "auth.captcha.secret": "secret of the site",
  });
  const origin = { ipAddress: "192.0.2.7", userAgent: "", languages: [] };

  await checkCaptcha({ settings } as never, { token: "a person", origin: origin as never });

  const [asked] = vi.mocked(callOutbound).mock.calls[0] ?? [];
  expect(asked).toMatchObject({
    url,
    method: "POST",
    body: "secret=secret+of+the+site&response=a+person&remoteip=192.0.2.7",
    reach: "public",
    timeoutMs: 10_000,
  });
  expect(asked?.allowedHosts.allowsHost(new URL(url).hostname, 443)).toBe(false);
});
