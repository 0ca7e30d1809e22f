import { callOutbound, HttpError, readAllowedHosts } from "@vedette/http";
import type { SettingsOf } from "@vedette/settings";
import { Type } from "typebox";
import { Check } from "typebox/value";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import type { RequestOrigin } from "../request-origin.ts";
import { durationMs } from "../settings/duration.ts";
import type { captchaSettings } from "./captcha-settings.ts";

const VERIFY_URLS = {
  hcaptcha: "https://api.hcaptcha.com/siteverify",
  turnstile: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
} as const;

const Answer = Type.Object({
  success: Type.Boolean(),
  "error-codes": Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 20 })),
});

const MAX_TIMEOUT_MS = 30_000;

/**
 * Refuses a request that brings no proof that a person sent it. Does nothing while captchas are off.
 *
 * @throws IdentityError `captcha_failed`; `unexpected_failure` when the provider does not answer
 * @see spec 1, Authentication: Abuse
 */
export async function checkCaptcha(
  { settings }: Pick<Identity, "settings">,
  { token, origin }: { token: string | undefined; origin: RequestOrigin },
): Promise<void> {
  if (!settings["auth.captcha.enabled"]) return;
  if (token === undefined || token.trim() === "") throw refusal("no captcha_token found");
  const form = { secret: settings["auth.captcha.secret"], response: token, remoteip: origin.ipAddress };
  const answer = await ask(verifyUrlOf(settings), new URLSearchParams(form), {
    timeoutMs: Math.min(MAX_TIMEOUT_MS, durationMs(settings["auth.captcha.timeout"])),
    isOwn: settings["auth.captcha.verify_url"] !== "",
  });
  if (!Check(Answer, answer)) throw unreachable();
  if (!answer.success) throw refusal((answer["error-codes"] ?? []).join(", ") || "token not accepted");
}

/** Whom to ask: the operator's own address before the provider's. */
export function verifyUrlOf(
  settings: Pick<SettingsOf<typeof captchaSettings>, "auth.captcha.verify_url" | "auth.captcha.provider">,
): URL {
  return new URL(settings["auth.captcha.verify_url"] || VERIFY_URLS[settings["auth.captcha.provider"]]);
}

function refusal(reason: string): IdentityError {
  return new IdentityError("captcha_failed", { message: `captcha protection: request disallowed (${reason})` });
}

function unreachable(cause?: unknown): IdentityError {
  const message = "captcha verification process failed";
  return new IdentityError("unexpected_failure", { message, cause });
}

async function ask(
  url: URL,
  form: URLSearchParams,
  { timeoutMs, isOwn }: { timeoutMs: number; isOwn: boolean },
): Promise<unknown> {
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  try {
    const { body } = await callOutbound({
      url: url.href,
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: form.toString(),
      reach: "public",
      allowedHosts: readAllowedHosts(isOwn ? [`${url.hostname}:${port}`] : []),
      timeoutMs,
    });
    return JSON.parse(await body.text());
  } catch (cause) {
    if (cause instanceof HttpError || cause instanceof SyntaxError) throw unreachable(cause);
    throw cause;
  }
}
