import type { Database, KeyRing } from "@vedette/database";
import type { WorkerMetrics } from "@vedette/worker-metrics";
import type { Log } from "../log.ts";
import type { JobAttempt, JobOutcome } from "../queue/job.ts";
import { type MailHeaders, plainMailHeaders, readMailHeaders } from "./headers.ts";
import { keepMail } from "./inbox.ts";
import { isMail, type Mail } from "./mail.ts";
import { openSmtpPool, type SmtpPool, type SmtpSettings, usesMailServer } from "./smtp.ts";
import { readSmtpFailure } from "./smtp-failure.ts";
import { type MailTrial, type TriedMail, tryMail } from "./try-mail.ts";

/** What sending needs. */
export interface MailSenderOptions {
  readonly db: Database;
  readonly keyRing: KeyRing;
  readonly settings: SmtpSettings;
  readonly metrics: WorkerMetrics<"core">;
  readonly namespace: string;
  /** Mails sent at once. */
  readonly maxConnections: number;
  readonly log: Log;
}

/** Sends mails: through the mail server of the settings that are in force, or into the built-in inbox without one. */
export class MailSender {
  readonly #options: MailSenderOptions;
  #pool: SmtpPool | undefined;
  /** The settings that the pool was opened with, and those whose headers were complained about. */
  #poolKey = "";
  #warnedHeaders = "";

  constructor(options: MailSenderOptions) {
    this.#options = options;
  }

  /** The job of one mail. Repeatable: the inbox takes an id once, and a mail server sees the same Message-ID. */
  async send({ id, payload, signal }: JobAttempt): Promise<JobOutcome> {
    if (!isMail(payload)) return { kind: "failed", isPermanent: true, reason: "the job holds no mail" };
    if (usesMailServer(this.#options.settings)) return await this.#sendBySmtp(id, payload, signal);
    await keepMail(this.#options, id, payload);
    return { kind: "done" };
  }

  /** Sends a mail at once, past the queue, and tells what was said. */
  try(tried: TriedMail): Promise<MailTrial> {
    return tryMail(this.#options.settings, tried, this.#headersFor(tried.mail));
  }

  /** Ends the connections to the mail server. */
  close(): void {
    this.#pool?.close();
  }

  async #sendBySmtp(jobId: string, mail: Mail, signal: AbortSignal): Promise<JobOutcome> {
    const { metrics, namespace } = this.#options;
    const request = metrics.startRequest({ operation: "SendMail", namespace });
    try {
      await this.#currentPool().send({ mail, jobId, headers: this.#headersFor(mail), signal });
      request.end();
      return { kind: "done" };
    } catch (error) {
      const { isPermanent, statusCode, reason } = readSmtpFailure(error);
      request.end(statusCode);
      return { kind: "failed", isPermanent, reason };
    }
  }

  #currentPool(): SmtpPool {
    const { settings, maxConnections } = this.#options;
    const key = JSON.stringify(settings);
    if (this.#pool === undefined || key !== this.#poolKey) {
      this.#pool?.close();
      this.#pool = openSmtpPool(settings, maxConnections);
      this.#poolKey = key;
    }
    return this.#pool;
  }

  #headersFor(mail: Mail): MailHeaders {
    const json = this.#options.settings["auth.email.smtp.headers"];
    const headers = readMailHeaders(json, mail.kind);
    if (headers !== undefined) return headers;
    if (json !== this.#warnedHeaders) {
      this.#warnedHeaders = json;
      this.#options.log.warn({}, "auth.email.smtp.headers is no JSON map of lists; mails go without these headers");
    }
    return plainMailHeaders();
  }
}
