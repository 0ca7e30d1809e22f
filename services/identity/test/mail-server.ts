import type { deliverySettings } from "@vedette/delivery";
import type { SettingsOf } from "@vedette/settings";
import { SMTPServer } from "smtp-server";
import { onTestFinished, vi } from "vitest";

/** A mail as it came over the wire, its parts decoded. */
interface ReceivedMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly source: string;
}

/** A real mail server on this machine. */
export interface MailServer {
  /** What delivery needs to reach it. */
  readonly settings: Partial<SettingsOf<typeof deliverySettings>>;
  readonly port: number;
  readonly mails: readonly ReceivedMail[];
  /** The newest mail to an address whose subject contains a text. */
  mailTo(address: string, subject: string): Promise<ReceivedMail>;
}

export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const smtp = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    authOptional: true,
    logger: false,
    closeTimeout: 100,
    onData: (stream, session, answer) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        mails.push(readMail(session.envelope.rcptTo[0]?.address ?? "", Buffer.concat(chunks).toString()));
        answer();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => smtp.close(() => resolve())));
  const address = smtp.server.address();
  if (address === null || typeof address === "string") throw new TypeError("No port");
  return {
    port: address.port,
    mails,
    settings: {
      "auth.email.smtp.host": "127.0.0.1",
      "auth.email.smtp.port": address.port,
      "auth.email.smtp.admin_email": "watch@example.org",
    },
    mailTo: (to, subject) =>
      vi.waitFor(
        () => {
          const mail = mails.findLast((each) => each.to === to && each.subject.includes(subject));
          if (mail !== undefined) return mail;
          throw new Error(
            `No mail to ${to} about ${subject}; there are ${mails.map((each) => each.subject).join(", ")}`,
          );
        },
        { timeout: 25_000, interval: 20 },
      ),
  };
}

function readMail(to: string, source: string): ReceivedMail {
  const boundary = /boundary="([^"]+)"/.exec(source)?.[1] ?? "none";
  const parts = source.split(`--${boundary}`);
  const bodyOf = (type: string) => decodePart(parts.find((part) => part.includes(`Content-Type: text/${type}`)) ?? "");
  const [head = ""] = source.split("\r\n\r\n", 1);
  const subject = /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(head)?.[1] ?? "";
  return {
    to,
    subject: decodeWords(subject.replace(/\r\n[ \t]/g, " ")),
    text: bodyOf("plain"),
    html: bodyOf("html"),
    source,
  };
}

/** @see RFC 2045, 6.7 */
function decodePart(part: string): string {
  const [head = "", ...body] = part.split("\r\n\r\n");
  const text = body.join("\r\n\r\n");
  if (/Content-Transfer-Encoding: base64/i.test(head)) return Buffer.from(text, "base64").toString();
  if (!/Content-Transfer-Encoding: quoted-printable/i.test(head)) return text.replaceAll("\r\n", "\n");
  return decodeBytes(text.replace(/=\r\n/g, "").replaceAll("\r\n", "\n"));
}

/** @see RFC 2047 */
function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?UTF-8\?Q\?([^?]*)\?=/gi, (_word, encoded: string) => decodeBytes(encoded.replaceAll("_", " ")))
    .replace(/=\?UTF-8\?B\?([^?]*)\?=/gi, (_word, encoded: string) => Buffer.from(encoded, "base64").toString());
}

function decodeBytes(text: string): string {
  const bytes = text.replace(/\P{ASCII}/gu, (sign) => Buffer.from(sign).toString("latin1"));
  const raw = bytes.replace(/=([0-9A-F]{2})/gi, (_code, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(raw, "latin1").toString();
}
