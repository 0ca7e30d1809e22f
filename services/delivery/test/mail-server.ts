import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { onTestFinished } from "vitest";

/** A mail as the server got it. */
interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body as they came over the wire. */
  readonly source: string;
  readonly isEncrypted: boolean;
}

/** A real SMTP server on a free port of this machine. */
export interface MailServer {
  readonly port: number;
  readonly mails: readonly ReceivedMail[];
  /** Waits until so many mails have come. */
  received(count: number): Promise<readonly ReceivedMail[]>;
}

/** An SMTP reply to refuse with, e.g. `{ responseCode: 450 }`. */
interface Refusal {
  readonly responseCode: number;
}

export interface MailServerOptions {
  /** Asked for each recipient; a refusal is the server's answer to RCPT TO. */
  readonly judge?: (recipient: string) => Refusal | undefined;
  /** Asked for each whole mail before the server accepts it; a refusal is its answer to DATA. */
  readonly judgeMail?: (source: string) => Promise<Refusal | undefined> | Refusal | undefined;
  /** Further options of the server: certificates, sign-in. */
  readonly server?: SMTPServerOptions;
}

export async function startMailServer({ judge, judgeMail, server }: MailServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const waiting = new Set<() => void>();
  const smtp = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    authOptional: true,
    logger: false,
    closeTimeout: 100,
    ...server,
    onRcptTo: ({ address }, _session, answer) => {
      const refusal = judge?.(address);
      answer(refusal === undefined ? undefined : Object.assign(new Error("No."), refusal));
    },
    onData: (stream, session, answer) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        const source = Buffer.concat(chunks).toString();
        const refusal = await judgeMail?.(source);
        if (refusal !== undefined) {
          answer(Object.assign(new Error("No."), refusal));
          return;
        }
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          source,
          isEncrypted: session.secure,
        });
        answer();
        for (const check of waiting) check();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => smtp.close(() => resolve())));
  return {
    // Proven by listen: a TCP server has a port.
    port: (smtp.server.address() as AddressInfo).port,
    mails,
    received: (count) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (mails.length < count) return;
          waiting.delete(check);
          resolve(mails);
        };
        waiting.add(check);
        check();
      }),
  };
}
