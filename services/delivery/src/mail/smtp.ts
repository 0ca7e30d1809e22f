import { isIP } from "node:net";
import type { SettingsOf } from "@vedette/settings";
import { createTransport } from "nodemailer";
import type { deliverySettings } from "../settings.ts";
import type { MailHeaders } from "./headers.ts";
import type { Mail } from "./mail.ts";

/** The settings of the mail server. */
export type SmtpSettings = SettingsOf<typeof deliverySettings>;

/** Open connections to one mail server. */
export interface SmtpPool {
  /** Hands a mail to the server. @throws nodemailer's error, see {@link readSmtpFailure} */
  send(mail: OutgoingMail): Promise<void>;
  /** Ends the connections; one that is sending finishes first. */
  close(): void;
}

/** A mail on its way out. */
interface OutgoingMail {
  readonly mail: Mail;
  /** The same for every attempt: servers that see it twice can tell. */
  readonly jobId: string;
  readonly headers: MailHeaders;
  readonly signal: AbortSignal;
}

/** The registered port of implicit TLS, and the alternative that several providers have. */
const TLS_PORT = 465;
const ALTERNATIVE_TLS_PORT = 2465;
/** Ports where servers greet in clear text. */
const PLAIN_PORTS: ReadonlySet<number> = new Set([25, 587, 2525, 2587]);
const SECONDS = 1000;

/** Whether mails leave this server at all. Without a mail server they go into the built-in inbox. */
export function usesMailServer(settings: SmtpSettings): boolean {
  return settings["auth.email.smtp.enabled"] && settings["auth.email.smtp.host"] !== "";
}

/** Opens connections as they are needed, at most as many as mails are sent at once. */
export function openSmtpPool(settings: SmtpSettings, maxConnections: number): SmtpPool {
  // The queue repeats, with a record of it; a repetition in here would be in no log and no metric.
  const pool = { pool: true, maxConnections, maxRequeues: 0 } as const;
  return sendingOver(createTransport({ ...connectionTo(settings), ...pool }), settings);
}

/** Opens a connection for each mail. @param onSaid - told what either side says, but for the mail and the password */
export function openOverheardSmtp(
  settings: SmtpSettings,
  onSaid: (side: "client" | "server", text: string) => void,
): SmtpPool {
  const hear = (entry: { readonly tnx?: unknown }, text: unknown): void => {
    if (entry.tnx === "client" || entry.tnx === "server") onSaid(entry.tnx, String(text));
  };
  const logger = { level() {}, trace: hear, debug: hear, info: hear, warn: hear, error: hear, fatal: hear };
  return sendingOver(createTransport({ ...connectionTo(settings), debug: true, logger }), settings);
}

function connectionTo(settings: SmtpSettings) {
  const host = settings["auth.email.smtp.host"];
  const port = settings["auth.email.smtp.port"];
  const user = settings["auth.email.smtp.user"];
  return {
    host,
    port,
    secure: isImplicit(settings),
    // A password never crosses a network in the clear.
    requireTLS: settings["auth.email.smtp.security"] === "starttls" || (user !== "" && !isThisMachine(host)),
    ...(user === "" ? {} : { auth: { user, pass: settings["auth.email.smtp.pass"] } }),
    connectionTimeout: 10 * SECONDS,
    greetingTimeout: 10 * SECONDS,
    dnsTimeout: 10 * SECONDS,
    socketTimeout: 30 * SECONDS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function isImplicit(settings: SmtpSettings): boolean {
  const { "auth.email.smtp.security": security, "auth.email.smtp.port": port } = settings;
  return security === "implicit" || (security === "auto" && port === TLS_PORT);
}

/** Returns why port and security probably do not go together; `undefined` where nothing speaks against them. */
export function securityWarning(settings: SmtpSettings): string | undefined {
  const port = settings["auth.email.smtp.port"];
  if (isImplicit(settings)) {
    return PLAIN_PORTS.has(port)
      ? `servers on port ${port} usually expect STARTTLS: smtp_security is implicit`
      : undefined;
  }
  if (port !== TLS_PORT && port !== ALTERNATIVE_TLS_PORT) return undefined;
  return `servers on port ${port} usually expect TLS from the first byte: set smtp_security to implicit`;
}

/**
 * Returns what to change after a failed attempt on which the server never said a word; a server that waits for TLS does
 * not greet, and one that greets in clear text fails the handshake.
 */
export function securityHint(settings: SmtpSettings, reason: string): string | undefined {
  if (isImplicit(settings)) {
    return reason.startsWith("ESOCKET") ? "If the server expects STARTTLS, set smtp_security to starttls" : undefined;
  }
  const isSilent = /^(ETIMEDOUT|EABORT|ECONNECTION)\b/.test(reason);
  return isSilent ? "If the server expects TLS from the first byte, set smtp_security to implicit" : undefined;
}

function sendingOver(
  transport: Pick<ReturnType<typeof createTransport>, "sendMail" | "close" | "on">,
  settings: SmtpSettings,
): SmtpPool {
  // A pooled connection that breaks while idle has no message to fail; without a listener it would end the process.
  transport.on("error", () => undefined);
  const address = senderAddress(settings);
  const from = { name: settings["auth.email.smtp.sender_name"], address };
  const domain = address.slice(address.lastIndexOf("@") + 1);
  return {
    send: async ({ mail, jobId, headers, signal }) => {
      await transport.sendMail({
        from,
        to: { name: "", address: mail.to },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: `<${jobId}@${domain}>`,
        headers,
        signal,
      });
    },
    close: () => transport.close(),
  };
}

function isThisMachine(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}

/** Whom mails come from. */
export function senderAddress(settings: SmtpSettings): string {
  const host = settings["auth.email.smtp.host"];
  return settings["auth.email.smtp.admin_email"] || `no-reply@${isIP(host) === 0 ? host : `[${host}]`}`;
}
