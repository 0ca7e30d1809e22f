import { declareSettings } from "@vedette/settings";
import { Type } from "typebox";
import { smsSettings } from "./sms/sms-settings.ts";

/** How mails leave the house. Without a host they stay inside, in the inbox of the built-in sender. */
export const deliverySettings = declareSettings({
  ...smsSettings,
  "auth.email.smtp.enabled": {
    env: "VEDETTE_SMTP_ENABLED",
    type: Type.Boolean(),
    default: true,
    doc: "Whether the mail server below is used, where one is named.",
  },
  "auth.email.smtp.host": {
    env: "VEDETTE_SMTP_HOST",
    field: "smtp_host",
    type: Type.String({ maxLength: 253, pattern: "^[^\\s/@]*$" }),
    default: "",
    doc: "Mail server. Empty: mails are kept in the built-in inbox and never leave this server.",
    source: "spec 1, Configuration endpoint",
  },
  "auth.email.smtp.port": {
    env: "VEDETTE_SMTP_PORT",
    field: "smtp_port",
    type: Type.Integer({ minimum: 1, maximum: 65_535 }),
    default: 587,
    doc: "Port of the mail server.",
    source: "spec 1, Configuration endpoint",
  },
  "auth.email.smtp.security": {
    env: "VEDETTE_SMTP_SECURITY",
    field: "smtp_security",
    type: Type.Union([Type.Literal("auto"), Type.Literal("implicit"), Type.Literal("starttls")]),
    default: "auto",
    doc: "TLS to the mail server: implicit from the first byte, starttls required, or auto: implicit on port 465, else STARTTLS when offered.",
  },
  "auth.email.smtp.user": {
    env: "VEDETTE_SMTP_USER",
    field: "smtp_user",
    type: Type.String({ maxLength: 256 }),
    default: "",
    doc: "User name at the mail server. Empty: no sign-in there.",
    source: "spec 1, Configuration endpoint",
  },
  "auth.email.smtp.pass": {
    env: "VEDETTE_SMTP_PASS",
    field: "smtp_pass",
    type: Type.String({ maxLength: 1024 }),
    default: "",
    doc: "Password at the mail server. Sent over TLS only, or to a server on this machine.",
    source: "spec 1, Configuration endpoint",
    secret: true,
  },
  "auth.email.smtp.admin_email": {
    env: "VEDETTE_SMTP_ADMIN_EMAIL",
    field: "smtp_admin_email",
    type: Type.String({ maxLength: 320, pattern: "^([^\\s@<>]+@[^\\s@<>]+)?$" }),
    default: "",
    doc: "Address that mails come from. Empty: no-reply at the mail server's name.",
    source: "spec 1, Configuration endpoint",
  },
  "auth.email.smtp.sender_name": {
    env: "VEDETTE_SMTP_SENDER_NAME",
    field: "smtp_sender_name",
    type: Type.String({ maxLength: 128, pattern: "^[^\\r\\n]*$" }),
    default: "Vedette",
    doc: "Name that people see beside the address.",
    source: "spec 1, Configuration endpoint",
  },
  "auth.email.smtp.headers": {
    env: "VEDETTE_SMTP_HEADERS",
    type: Type.String({ maxLength: 8192 }),
    default: "",
    doc: 'Further headers of each mail, as JSON: {"X-Kind": ["$messageType"]}. The kind of mail replaces $messageType.',
  },
});
