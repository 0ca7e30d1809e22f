import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";

/**
 * @throws IdentityError `unexpected_failure` where text messages have nowhere to go
 * @see contract of identity, 14
 */
export function requireSmsProvider({ hooks, delivery }: Pick<Identity, "hooks" | "delivery">): void {
  if (hooks.isEnabled("send_sms") || delivery.canSendSms()) return;
  throw new IdentityError("unexpected_failure", { message: "Unable to get SMS provider" });
}
