/** What the service asks, and when it asked. */
export interface HookMetadata<Name extends string = string> {
  readonly uuid: string;
  /** Date and time, RFC 3339. */
  readonly time: string;
  readonly name: Name;
  /** Of whoever made the request that led here; IPv4 where the client has one, empty when it is not known. */
  readonly ip_address: string;
}

/** A user as hooks see one. Addresses that are not there are empty; times that have not come are left out. */
export interface HookUser {
  readonly id: string;
  readonly aud: string;
  /** Empty before the user exists. */
  readonly role: string;
  readonly email: string;
  /** Digits with the country code, no plus. */
  readonly phone: string;
  /** `provider` is empty for somebody without any identity. */
  readonly app_metadata: {
    readonly provider: string;
    readonly providers: readonly string[];
    readonly [key: string]: unknown;
  };
  /** Free-form; what `options.data` of the sign-up said. */
  readonly user_metadata: Readonly<Record<string, unknown>>;
  readonly identities: readonly object[];
  readonly created_at: string;
  readonly updated_at: string;
  readonly is_anonymous: boolean;
  /** The address that is to take the place of `email`. */
  readonly new_email?: string;
  /** The number that is to take the place of `phone`. */
  readonly new_phone?: string;
  readonly phone_confirmed_at?: string;
  readonly phone_change_sent_at?: string;
  readonly confirmation_sent_at?: string;
  readonly confirmed_at?: string;
}

export interface BeforeUserCreatedEvent {
  readonly metadata: HookMetadata<"before-user-created">;
  /** Not in the database yet. */
  readonly user: HookUser;
}

export interface PasswordVerificationEvent {
  readonly metadata: HookMetadata<"password-verification">;
  readonly user_id: string;
  /** Whether the password was right. Look at it before doing anything: whoever knows an address can cause this call. */
  readonly valid: boolean;
}

/** The kinds of mail that the service asks for. */
export type EmailActionType =
  | "signup"
  | "invite"
  | "magiclink"
  | "recovery"
  | "email_change"
  /** Part of the documented enumeration. Neither Vedette nor Supabase Auth sends it: codes are asked for as `magiclink`. */
  | "email"
  | "reauthentication"
  | "password_changed_notification"
  | "email_changed_notification"
  | "phone_changed_notification"
  | "identity_linked_notification"
  | "identity_unlinked_notification"
  | "mfa_factor_enrolled_notification"
  | "mfa_factor_unenrolled_notification"
  /** Only when the notice is switched on. */
  | "new_device_notification";

/** What a mail needs. Parts that a kind of mail has no use for are empty text. */
export interface EmailData {
  /** Six digits. */
  readonly token: string;
  /** 16 to 30 characters. */
  readonly token_hash: string;
  readonly redirect_to: string;
  readonly email_action_type: EmailActionType;
  /** Address of the auth service, which links begin with. */
  readonly site_url: string;
  /**
   * Only when both addresses confirm a change: the code of the new address, six digits and 14 further characters.
   * The crossing is on purpose: the old address gets `token` with `token_hash_new`, the new one `token_new` with
   * `token_hash`.
   */
  readonly token_new: string;
  readonly token_hash_new: string;
  readonly old_email: string;
  readonly old_phone: string;
  /** `email` where the message is about an e-mail identity. */
  readonly provider: "email" | "";
  /** `totp` where the message is about an authenticator app. */
  readonly factor_type: "totp" | "";
  /** The provider of a linked or unlinked identity, e.g. `github`. */
  readonly identity_provider?: string;
  /** The kind of an enrolled or removed factor, e.g. `phone` or `recovery_code`. */
  readonly mfa_factor_type?: string;
}

export interface SendEmailEvent {
  readonly metadata: HookMetadata<"send-email">;
  readonly user: HookUser;
  readonly email_data: EmailData;
}

/** A user as the SMS hook sees one; times are `null` while they have not happened. */
export interface SmsHookUser
  extends Omit<HookUser, "phone_confirmed_at" | "phone_change_sent_at" | "confirmation_sent_at" | "confirmed_at"> {
  /** Date and time, RFC 3339. */
  readonly phone_confirmed_at: string | null;
  readonly phone_change_sent_at: string | null;
  readonly confirmation_sent_at: string | null;
  readonly confirmed_at: string | null;
}

export interface SendSmsEvent {
  readonly metadata: HookMetadata<"send-sms">;
  readonly user: SmsHookUser;
  readonly sms: {
    /** Six digits. */
    readonly otp: string;
    /** Where it goes: the user's number, the new one, or that of a second factor. */
    readonly phone: string;
    /** `mfa` for the code of a second factor. */
    readonly sms_type?: "mfa";
  };
}

/** What an access token says; a hook may add claims of its own. */
export interface AccessTokenClaims {
  readonly aud: string;
  readonly exp: number;
  readonly iat: number;
  readonly sub: string;
  readonly email: string;
  readonly phone: string;
  readonly role: string;
  readonly aal: string;
  readonly session_id: string;
  readonly is_anonymous: boolean;
  readonly [claim: string]: unknown;
}

export interface AccessTokenEvent {
  readonly metadata: HookMetadata<"customize-access-token">;
  readonly user_id: string;
  readonly claims: AccessTokenClaims;
  readonly authentication_method: string;
}

export interface MfaVerificationEvent {
  readonly metadata: HookMetadata<"mfa-verification">;
  readonly user_id: string;
  readonly factor_id: string;
  readonly factor_type: "totp" | "phone";
  readonly valid: boolean;
}

export interface AfterUserCreatedEvent {
  readonly metadata: HookMetadata<"after-user-created">;
  readonly user: HookUser;
}

/** What can happen to a user; the audit log has the same words. */
export type UserEventType =
  | "user_signedup"
  | "user_invited"
  | "invite_accepted"
  | "user_modified"
  | "user_updated_password"
  | "user_deleted"
  | "login"
  | "logout"
  | "identity_linked"
  | "identity_unlinked"
  | "factor_enrolled"
  | "factor_unenrolled"
  | "factor_deleted"
  | "factor_updated"
  | "passkey_created"
  | "passkey_updated"
  | "passkey_deleted";

/**
 * Something that has happened. It comes at least once, with the same `metadata.uuid` each time, and what happened to one
 * user comes in its order. It says who it was about, not how they are now: ask for the user where that matters.
 */
export interface UserEvent {
  /** `time` and `ip_address` are those of what happened. */
  readonly metadata: HookMetadata<"user-event">;
  readonly type: UserEventType;
  readonly user_id: string;
  /** Who did it: the user, an administrator, or nobody in particular (all zeros) for a program with the secret key. */
  readonly actor_id: string;
  /** As in the audit log, e.g. `{ provider: "github" }`. */
  readonly traits: Readonly<Record<string, unknown>>;
}

/** What each hook is asked with, by `metadata.name`. */
export interface HookEvents {
  readonly "before-user-created": BeforeUserCreatedEvent;
  readonly "password-verification": PasswordVerificationEvent;
  readonly "send-email": SendEmailEvent;
  readonly "send-sms": SendSmsEvent;
  readonly "customize-access-token": AccessTokenEvent;
  readonly "mfa-verification": MfaVerificationEvent;
  readonly "after-user-created": AfterUserCreatedEvent;
  readonly "user-event": UserEvent;
}

export type HookName = keyof HookEvents;

/** `continue` leaves everything to the service. `message` is shown to the user when the attempt is rejected. */
export type VerificationDecision =
  | { readonly decision: "continue" }
  | { readonly decision: "reject"; readonly message?: string; readonly should_logout_user?: boolean };

/** What each hook may answer; nothing at all means that all is well. */
export interface HookAnswers {
  readonly "before-user-created": undefined;
  readonly "password-verification": VerificationDecision;
  readonly "send-email": undefined;
  readonly "send-sms": undefined;
  readonly "customize-access-token": { readonly claims: AccessTokenClaims };
  readonly "mfa-verification": VerificationDecision;
  readonly "after-user-created": undefined;
  readonly "user-event": undefined;
}
