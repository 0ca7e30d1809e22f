import { standardMail } from "./standard-mail.ts";

/** What templates may name, and what stands there. */
export const MAIL_VARIABLES = {
  SiteURL: "Address of the site.",
  SiteHost: "Host of the site, for sentences.",
  Email: "The person's address.",
  Data: "What is kept about the person (user_metadata), e.g. .Data.name.",
  ConfirmationURL: "The link.",
  RedirectTo: "Where the link leads in the end.",
  TokenHash: "What the link carries, for links of your own.",
  Token: "The code.",
  ExpiresIn: "How long link and code work, in words.",
  NewEmail: "The address that is to take the place of the old one.",
  SendingTo: "The address that this mail goes to.",
  OldEmail: "The address before the change.",
  Phone: "The number after the change.",
  OldPhone: "The number before the change; empty when there was none.",
  Provider: "Where the identity is from, e.g. google.",
  FactorType: "The kind of second factor: totp, phone or webauthn.",
  UserAgent: "The browser or program that signed in, as it names itself.",
  IPAddress: "The IP address of the sign-in.",
  Time: "The time of the sign-in, in UTC.",
} as const;

export type MailVariable = keyof typeof MAIL_VARIABLES;

interface MailKindForm {
  /** A mail that somebody waits for, or one that tells of a change. */
  readonly group: "authentication" | "notification";
  /** One line for administrators. */
  readonly occasion: string;
  readonly variables: readonly MailVariable[];
  /** The house's own words. */
  readonly subject: string;
  readonly content: string;
}

const EVERYWHERE = ["SiteURL", "SiteHost", "Email", "Data"] as const satisfies readonly MailVariable[];
const LINK = [
  ...EVERYWHERE,
  "ConfirmationURL",
  "RedirectTo",
  "TokenHash",
  "Token",
  "ExpiresIn",
] as const satisfies readonly MailVariable[];
const NOT_YOU = "If it was not you, change your password now and tell the people who run {{ .SiteHost }}.";

/**
 * Every mail that this service writes. Settings, fields, reference pages, the API of templates and the tests read this
 * table.
 *
 * @see contract of identity, 13.2
 */
export const MAIL_KINDS = {
  confirmation: {
    group: "authentication",
    occasion: "Somebody signed up and has to prove the address.",
    variables: LINK,
    subject: "Confirm your email address",
    content: standardMail({
      heading: "One more step",
      text: "Somebody, most likely you, signed up at {{ .SiteHost }} with this address. Confirm that it is yours.",
      button: "Confirm the address",
      code: "with-link",
      closing: "If it was not you, ignore this mail; without the confirmation nothing happens.",
    }),
  },
  invite: {
    group: "authentication",
    occasion: "An administrator invited somebody.",
    variables: LINK,
    subject: "You've been invited",
    content: standardMail({
      heading: "You are invited",
      text: "You are invited to join {{ .SiteHost }}. Accept, choose a password, and you are in.",
      button: "Accept the invitation",
      code: "with-link",
      closing: "If you do not know why you got this, ignore this mail.",
    }),
  },
  recovery: {
    group: "authentication",
    occasion: "Somebody forgot their password.",
    variables: LINK,
    subject: "Reset your password",
    content: standardMail({
      heading: "Choose a new password",
      text: "Somebody, most likely you, asked for a new password at {{ .SiteHost }}. Open the link and choose one.",
      button: "Choose a new password",
      code: "with-link",
      closing: "If it was not you, ignore this mail; your password stays as it is.",
    }),
  },
  magic_link: {
    group: "authentication",
    occasion: "Somebody signs in without a password.",
    variables: LINK,
    subject: "Your sign-in link",
    content: standardMail({
      heading: "Sign in",
      text: "Somebody, most likely you, wants to sign in at {{ .SiteHost }} with this address.",
      button: "Sign in",
      code: "with-link",
      closing: "If it was not you, ignore this mail and give the code to nobody.",
    }),
  },
  email_change: {
    group: "authentication",
    occasion: "Somebody changes their address; it goes to the new one and, for a secure change, to the old one too.",
    variables: [...LINK, "NewEmail", "SendingTo"],
    subject: "Confirm your new email address",
    content: standardMail({
      heading:
        "{{ if eq .SendingTo .NewEmail }}Is this your address?{{ else }}Your address is about to change{{ end }}",
      text: "{{ if eq .SendingTo .NewEmail }}Somebody, most likely you, wants to use this address at {{ .SiteHost }}. Confirm that it is yours.{{ else }}Your address at {{ .SiteHost }} is to become {{ .NewEmail }}. Confirm that you want this.{{ end }}",
      button: "{{ if eq .SendingTo .NewEmail }}Confirm the address{{ else }}Yes, change the address{{ end }}",
      code: "with-link",
      closing:
        "{{ if eq .SendingTo .NewEmail }}If it was not you, ignore this mail; without the confirmation nothing happens.{{ else }}If it was not you, do not open the link, and change your password.{{ end }}",
    }),
  },
  reauthentication: {
    group: "authentication",
    occasion: "Somebody who is signed in has to prove that it is still them.",
    variables: [...EVERYWHERE, "Token", "ExpiresIn"],
    subject: "{{ .Token }} is your verification code",
    content: standardMail({
      heading: "Is it still you?",
      text: "Somebody, most likely you, wants to change something of your account at {{ .SiteHost }}.",
      code: "alone",
      closing: "If it was not you, give the code to nobody, and change your password.",
    }),
  },
  password_changed: {
    group: "notification",
    occasion: "The password was changed.",
    variables: EVERYWHERE,
    subject: "Your password has been changed",
    content: standardMail({
      heading: "Your password has been changed",
      text: "The password of your account {{ .Email }} at {{ .SiteHost }} has just been changed.",
      closing: NOT_YOU,
    }),
  },
  email_changed: {
    group: "notification",
    occasion: "The address was changed; it goes to the old one.",
    variables: [...EVERYWHERE, "OldEmail"],
    subject: "Your email address has been changed",
    content: standardMail({
      heading: "Your email address has been changed",
      text: "Your address at {{ .SiteHost }} was {{ .OldEmail }} and is {{ .Email }} now.",
      closing: NOT_YOU,
    }),
  },
  phone_changed: {
    group: "notification",
    occasion: "The phone number was changed.",
    variables: [...EVERYWHERE, "Phone", "OldPhone"],
    subject: "Your phone number has been changed",
    content: standardMail({
      heading: "Your phone number has been changed",
      text: "The phone number of your account {{ .Email }} at {{ .SiteHost }} is {{ .Phone }} now{{ if .OldPhone }}; it was {{ .OldPhone }}{{ end }}.",
      closing: NOT_YOU,
    }),
  },
  identity_linked: {
    group: "notification",
    occasion: "A further way to sign in was added.",
    variables: [...EVERYWHERE, "Provider"],
    subject: "A new way to sign in has been added",
    content: standardMail({
      heading: "A new way to sign in has been added",
      text: "Your account {{ .Email }} at {{ .SiteHost }} can now be used with {{ .Provider }} as well.",
      closing: NOT_YOU,
    }),
  },
  identity_unlinked: {
    group: "notification",
    occasion: "A way to sign in was taken away.",
    variables: [...EVERYWHERE, "Provider"],
    subject: "A way to sign in has been removed",
    content: standardMail({
      heading: "A way to sign in has been removed",
      text: "Your account {{ .Email }} at {{ .SiteHost }} can no longer be used with {{ .Provider }}.",
      closing: NOT_YOU,
    }),
  },
  mfa_factor_enrolled: {
    group: "notification",
    occasion: "A second factor was added.",
    variables: [...EVERYWHERE, "FactorType"],
    subject: "A second factor has been added",
    content: standardMail({
      heading: "A second factor has been added",
      text: "Signing in to your account {{ .Email }} at {{ .SiteHost }} now takes a second factor ({{ .FactorType }}).",
      closing: NOT_YOU,
    }),
  },
  mfa_factor_unenrolled: {
    group: "notification",
    occasion: "A second factor was taken away.",
    variables: [...EVERYWHERE, "FactorType"],
    subject: "A second factor has been removed",
    content: standardMail({
      heading: "A second factor has been removed",
      text: "A second factor ({{ .FactorType }}) of your account {{ .Email }} at {{ .SiteHost }} has been removed.",
      closing: NOT_YOU,
    }),
  },
  new_device: {
    group: "notification",
    occasion: "A user signed in on a device or network not used before.",
    variables: [...EVERYWHERE, "UserAgent", "IPAddress", "Time"],
    subject: "New sign-in to your account",
    content: standardMail({
      heading: "New sign-in to your account",
      text: "Your account {{ .Email }} at {{ .SiteHost }} was used on a new device at {{ .Time }}: {{ .UserAgent }}, IP address {{ .IPAddress }}.",
      closing:
        "If this was you, you can ignore this message. If not, change your password and end the session under Account.",
    }),
  },
} as const satisfies Readonly<Record<string, MailKindForm>>;

export type MailKind = keyof typeof MAIL_KINDS;

type KindsOf<Group> = { [Kind in MailKind]: (typeof MAIL_KINDS)[Kind]["group"] extends Group ? Kind : never }[MailKind];
export type AuthenticationKind = KindsOf<"authentication">;
export type NotificationKind = KindsOf<"notification">;

export function isMailKind(text: string): text is MailKind {
  return Object.hasOwn(MAIL_KINDS, text);
}

export function isNotification(kind: MailKind): kind is NotificationKind {
  return MAIL_KINDS[kind].group === "notification";
}

export const MAIL_KIND_NAMES: readonly MailKind[] = Object.keys(MAIL_KINDS).filter(isMailKind);

/** What delivery, the mail hook and the fields of the configuration endpoint call it. */
export function wireName(kind: MailKind): string {
  return isNotification(kind) ? `${kind}_notification` : kind;
}
