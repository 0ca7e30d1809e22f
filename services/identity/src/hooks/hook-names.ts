import type { HookEvents, HookName } from "@vedette/client/hooks";

/** What each hook is called on the wire, by its key in the settings. */
export const HOOK_NAMES = {
  before_user_created: "before-user-created",
  password_verification_attempt: "password-verification",
  send_email: "send-email",
  send_sms: "send-sms",
  custom_access_token: "customize-access-token",
  mfa_verification_attempt: "mfa-verification",
  after_user_created: "after-user-created",
  user_event: "user-event",
} as const satisfies Readonly<Record<string, HookName>>;

export type HookKey = keyof typeof HOOK_NAMES;

/** What a hook is told. */
export type HookEvent<Key extends HookKey> = HookEvents[(typeof HOOK_NAMES)[Key]];

/** What a hook is told beside the metadata that every call has. */
export type HookInput<Key extends HookKey> = Omit<HookEvent<Key>, "metadata">;

export const HOOK_KEYS = Object.keys(HOOK_NAMES).filter(isHookKey);

/** How a call went: the hook let it be, said no, or could not be asked. */
export type HookOutcome = "answered" | "refused" | "failed";

export function isHookKey(text: string): text is HookKey {
  return Object.hasOwn(HOOK_NAMES, text);
}
