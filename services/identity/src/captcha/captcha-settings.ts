import { declareSettings } from "@vedette/settings";
import { Type } from "typebox";
import { Duration } from "../settings/duration.ts";

/** Proof that no program signs up. */
export const captchaSettings = declareSettings({
  "auth.captcha.enabled": {
    env: "VEDETTE_SECURITY_CAPTCHA_ENABLED",
    field: "security_captcha_enabled",
    type: Type.Boolean(),
    default: false,
    doc: "Signing up and in, codes and recovery need the token of a captcha. An invisible one disturbs people least.",
    source: "spec 1, Authentication",
  },
  "auth.captcha.provider": {
    env: "VEDETTE_SECURITY_CAPTCHA_PROVIDER",
    field: "security_captcha_provider",
    type: Type.Union([Type.Literal("hcaptcha"), Type.Literal("turnstile")]),
    default: "hcaptcha",
    doc: "Who checks the tokens.",
  },
  "auth.captcha.secret": {
    env: "VEDETTE_SECURITY_CAPTCHA_SECRET",
    field: "security_captcha_secret",
    type: Type.String({ maxLength: 512 }),
    default: "",
    doc: "Secret at the provider.",
    secret: true,
  },
  "auth.captcha.site_key": {
    env: "VEDETTE_SECURITY_CAPTCHA_SITE_KEY",
    field: "security_captcha_site_key",
    type: Type.String({ maxLength: 200, pattern: "^[A-Za-z0-9_-]*$" }),
    default: "",
    doc: "Key of the site at the provider, with which the pages of this server show the captcha. Empty: they have none, and signing in by password on the sign-in page takes none.",
  },
  "auth.captcha.script_url": {
    env: "VEDETTE_SECURITY_CAPTCHA_SCRIPT_URL",
    type: Type.String({ maxLength: 2048, pattern: "^(https?://[^\\s@\"'<>;,]+)?$" }),
    default: "",
    doc: "Address of the script that draws the captcha instead of the provider's own, for a gateway in between.",
  },
  "auth.captcha.verify_url": {
    env: "VEDETTE_SECURITY_CAPTCHA_VERIFY_URL",
    type: Type.String({ maxLength: 2048, pattern: "^(https?://[^\\s@]+)?$" }),
    default: "",
    doc: "Address that checks tokens instead of the provider's own, for a gateway in between.",
  },
  "auth.captcha.timeout": {
    env: "VEDETTE_SECURITY_CAPTCHA_TIMEOUT",
    type: Duration,
    default: 10,
    doc: "How long the provider may take to check a token, at most 30 s.",
  },
});
