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

const TLS_PORT = 465;
const SECONDS = 1000;

/** Whether mails leave this server at all. Without a mail server they go into the built-in inbox. */
export function usesMailServer(settings: SmtpSettings): boolean {
  return settings["auth.email.smtp.enabled"] && settings["auth.email.smtp.host"] !== "";
}

/** Opens connections as they are needed, at most as many as mails are sent at once. */
export function openSmtpPool(settings: SmtpSettings, maxConnections: number): SmtpPool {
  const host = settings["auth.email.smtp.host"];
  const port = settings["auth.email.smtp.port"];
  const user = settings["auth.email.smtp.user"];
  const address = settings["auth.email.smtp.admin_email"] || `no-reply@${isIP(host) === 0 ? host : `[${host}]`}`;
  const from = { name: settings["auth.email.smtp.sender_name"], address };
  const domain = address.slice(address.lastIndexOf("@") + 1);
  const transport = createTransport({
    pool: true,
    host,
    port,
    secure: port === TLS_PORT,
    // A password never crosses a network in the clear.
    requireTLS: user !== "" && port !== TLS_PORT && !isThisMachine(host),
    ...(user === "" ? {} : { auth: { user, pass: settings["auth.email.smtp.pass"] } }),
    maxConnections,
    // The queue repeats, with a record of it; a repetition in here would be in no log and no metric.
    maxRequeues: 0,
    connectionTimeout: 10 * SECONDS,
    greetingTimeout: 10 * SECONDS,
    dnsTimeout: 10 * SECONDS,
    socketTimeout: 30 * SECONDS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
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
