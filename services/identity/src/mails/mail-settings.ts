import { declareSettings } from "@vedette/settings";
import { Type } from "typebox";
import { Duration } from "../settings/duration.ts";
import { opposite } from "../settings/other-words.ts";

/** Signing up and in with an e-mail address, and the mails for it. */
export const mailSettings = declareSettings({
  "auth.email.enable_signup": {
    env: "VEDETTE_EXTERNAL_EMAIL_ENABLED",
    field: "external_email_enabled",
    type: Type.Boolean(),
    default: true,
    doc: "People may sign up and in with an e-mail address.",
    source: "spec 1, Configuration endpoint",
  },
  "auth.email.enable_magic_links": {
    env: "VEDETTE_EXTERNAL_EMAIL_MAGIC_LINK_ENABLED",
    type: Type.Boolean(),
    default: true,
    doc: "People may ask for a link or code that signs them in without a password.",
  },
  "auth.email.autoconfirm": {
    env: "VEDETTE_MAILER_AUTOCONFIRM",
    alike: [{ key: "auth.email.enable_confirmations", read: opposite }],
    field: "mailer_autoconfirm",
    type: Type.Boolean(),
    default: false,
    doc: "New e-mail addresses count as confirmed without a mail. Anybody can then sign up with anybody's address.",
    source: "spec 1, Configuration endpoint",
  },
  "auth.email.double_confirm_changes": {
    env: "VEDETTE_MAILER_SECURE_EMAIL_CHANGE_ENABLED",
    field: "mailer_secure_email_change_enabled",
    type: Type.Boolean(),
    default: true,
    doc: "A change of address must be confirmed from the old and from the new address.",
    source: "spec 1, Configuration endpoint",
  },
  "auth.email.allow_unverified_sign_ins": {
    env: "VEDETTE_MAILER_ALLOW_UNVERIFIED_EMAIL_SIGN_INS",
    field: "mailer_allow_unverified_email_sign_ins",
    type: Type.Boolean(),
    default: false,
    doc: "People whose address is not confirmed may sign in.",
    source: "spec 1, What the service does",
  },
  "auth.email.max_frequency": {
    env: "VEDETTE_SMTP_MAX_FREQUENCY",
    field: "smtp_max_frequency",
    type: Duration,
    default: "60s",
    doc: "Shortest time between two mails of one kind to one address.",
  },
  "auth.email.authorized_addresses": {
    env: "VEDETTE_EXTERNAL_EMAIL_AUTHORIZED_ADDRESSES",
    type: Type.Array(Type.String({ minLength: 3, maxLength: 255, pattern: "^[^\\s@]+@[^\\s@]+$" }), { maxItems: 1000 }),
    default: [],
    doc: "Addresses outside the team that the built-in sender may write to; *@example.com is a whole domain.",
    source: "spec 1, Limits",
  },
  "auth.email.external_hosts": {
    env: "VEDETTE_MAILER_EXTERNAL_HOSTS",
    type: Type.Array(Type.String({ minLength: 1, maxLength: 255, pattern: "^[A-Za-z0-9.:\\[\\]-]+$" }), {
      maxItems: 100,
    }),
    default: [],
    doc: "Further hosts under which a proxy serves this service; links in mails begin with the one that was asked for.",
  },
  "auth.email.link_confirmation": {
    env: "VEDETTE_MAILER_LINK_CONFIRMATION",
    field: "mailer_link_confirmation",
    type: Type.Boolean(),
    default: false,
    doc: "A link in a mail opens a page with a button, which alone uses it up: for mail programs that open links to look at them.",
  },
  "auth.email.refused_domains": {
    env: "VEDETTE_MAILER_REFUSED_DOMAINS",
    field: "mailer_refused_domains",
    type: Type.Array(Type.String({ minLength: 1, maxLength: 253, pattern: "^[A-Za-z0-9.-]+$" }), { maxItems: 10_000 }),
    default: [],
    doc: "Domains, and all below them, whose addresses cannot be signed up with: those of throw-away mailboxes, for instance.",
  },
  "auth.email.template_max_age": {
    env: "VEDETTE_MAILER_TEMPLATE_MAX_AGE",
    type: Duration,
    default: "10m",
    doc: "How long the text of a mail that lies in a file or at an address is used before it is read again.",
  },
  "auth.email.otp_length": {
    env: "VEDETTE_MAILER_OTP_LENGTH",
    field: "mailer_otp_length",
    type: Type.Integer({ minimum: 6, maximum: 10 }),
    default: 6,
    doc: "Digits of the codes in mails.",
    source: "spec 1, Limits",
  },
  "auth.email.otp_expiry": {
    env: "VEDETTE_MAILER_OTP_EXP",
    field: "mailer_otp_exp",
    type: Type.Integer({ minimum: 60, maximum: 86_400 }),
    default: 3600,
    doc: "Seconds for which codes, links and invitations in mails work.",
    source: "spec 1, Limits",
  },
});
