import { randomUUID } from "node:crypto";
import type { MailHeaders } from "./headers.ts";
import type { Mail } from "./mail.ts";
import { openOverheardSmtp, type SmtpSettings, securityHint } from "./smtp.ts";
import { readSmtpFailure } from "./smtp-failure.ts";

/** One line of a conversation with a mail server. */
interface TranscriptLine {
  readonly from: "client" | "server";
  readonly text: string;
}

/** How a mail server took one mail. */
export interface MailTrial {
  /** Why it did not; empty when it did. */
  readonly failure: string;
  /** What both sides said, without the mail and the password. */
  readonly transcript: readonly TranscriptLine[];
}

const MAX_LINES = 200;
const MAX_LENGTH = 1000;

/** Milliseconds until a try is given up. A server may take ten seconds before its first word, and as long for its name. */
export const MAIL_TRIAL_MS = 25_000;

/** What is sent on a trial, and until when. */
export interface TriedMail {
  readonly mail: Mail;
  /** Ends the trial with its connection. */
  readonly signal?: AbortSignal | undefined;
}

/** Sends a mail on a connection of its own and keeps what is said on it, fit to be shown. */
export async function tryMail(
  settings: SmtpSettings,
  { mail, signal: given }: TriedMail,
  headers: MailHeaders,
): Promise<MailTrial> {
  const transcript: TranscriptLine[] = [];
  const connection = openOverheardSmtp(settings, (from, text) => {
    for (const line of text.split(/\r?\n/)) {
      if (transcript.length < MAX_LINES) transcript.push({ from, text: shown(from, line).slice(0, MAX_LENGTH) });
    }
  });
  try {
    const timeout = AbortSignal.timeout(MAIL_TRIAL_MS);
    const signal = given === undefined ? timeout : AbortSignal.any([timeout, given]);
    await connection.send({ mail, jobId: randomUUID(), headers, signal });
    return { failure: "", transcript };
  } catch (error) {
    const { reason } = readSmtpFailure(error);
    const hint = transcript.some(({ from }) => from === "server") ? undefined : securityHint(settings, reason);
    return { failure: hint === undefined ? reason : `${reason}. ${hint}`, transcript };
  } finally {
    connection.close();
  }
}

/** What answers in another language than SMTP is no mail server, and what it says is nobody's to read here. */
function shown(from: TranscriptLine["from"], line: string): string {
  if (from === "client") return line.replace(/^(AUTH \S+) .*$/, "$1 …");
  return /^\d{3}([ -]|$)/.test(line) ? line : "… (no SMTP)";
}
