import type { Database, KeyRing } from "@vedette/database";
import { createWorkerMetrics, type Registry } from "@vedette/worker-metrics";
import type { KyselyTransactionLike } from "pg-boss";
import { Circuit } from "./events/circuit.ts";
import type { QueuedEvent, Teller } from "./events/event.ts";
import { queueEvents } from "./events/queue-events.ts";
import { tellEvent } from "./events/tell-event.ts";
import type { Log } from "./log.ts";
import { type InboxPage, listMails, readMail, type StoredMail, type StoredMailHead } from "./mail/inbox.ts";
import type { Mail } from "./mail/mail.ts";
import { queueMail } from "./mail/queue-mail.ts";
import { MailSender } from "./mail/send-mail.ts";
import { type SmtpSettings, securityWarning, senderAddress, usesMailServer } from "./mail/smtp.ts";
import type { MailTrial } from "./mail/try-mail.ts";
import {
  type DeadLetter,
  type DeadLetterPage,
  deleteDeadLetter,
  listDeadLetters,
  retryDeadLetter,
} from "./queue/dead-letters.ts";
import { listQueueDepths, type QueueDepth, showQueueDepth } from "./queue/depth.ts";
import { openJobStore } from "./queue/job-store.ts";
import { showMemory } from "./queue/memory.ts";
import { openQueues, superviseQueues } from "./queue/open-queues.ts";
import { EVENT_QUEUE, MAIL_QUEUE, SMS_QUEUE } from "./queue/queues.ts";
import { openWakeUps } from "./queue/wake.ts";
import { Worker } from "./queue/worker.ts";
import { WorkerEvents } from "./queue/worker-events.ts";
import { queueSms } from "./sms/queue-sms.ts";
import {
  checkSmsCode,
  type FirstAttempt,
  missingSmsSettings,
  type SmsTrial,
  sendSms,
  sendSmsNow,
  sendsWhatsApp,
  trySms,
} from "./sms/send-sms.ts";
import type { Sms } from "./sms/sms.ts";
import type { SmsSettings } from "./sms/sms-settings.ts";
import { statusCodeOf } from "./sms/status-code.ts";

export interface DeliveryOptions {
  /** Migrated with `deliveryMigrations`; its owner closes it, after delivery. */
  readonly db: Database;
  /** Seals what waits in the queue and the mails of the inbox: they hold codes and links. */
  readonly keyRing: KeyRing;
  readonly settings: SmtpSettings & SmsSettings;
  /** Where the worker's metrics go. */
  readonly registry: Registry;
  readonly log: Log;
}

/** Mails, from a rule's transaction to the mail server. */
export interface Delivery extends AsyncDisposable {
  /**
   * Queues a mail in the caller's transaction: it goes out once that has committed, at least once, also when this
   * process dies, and never when the transaction is rolled back.
   *
   * @param trx - the Kysely transaction of the change that the mail is about
   * @throws TypeError when the mail is none, e.g. a line break in its subject
   */
  queueMail(trx: KyselyTransactionLike, mail: Mail): Promise<void>;
  /** Whether mails leave this server; otherwise the built-in sender keeps them. */
  usesMailServer(): boolean;
  /** Whom mails through a mail server come from. */
  senderAddress(): string;
  /** Hands the mail server a mail at once, past the queue, and tells what was said. Not without a mail server. */
  tryMailServer(mail: Mail, signal?: AbortSignal): Promise<MailTrial>;
  /** Whether text messages have somewhere to go: a provider, or the built-in inbox where a setting says so. */
  canSendSms(): boolean;
  /** Hands the provider a text message while the caller waits, five seconds at most. Not without a provider. */
  sendSmsNow(sms: Sms): Promise<FirstAttempt>;
  /** Queues a text message, as `queueMail` queues a mail. */
  queueSms(trx: KyselyTransactionLike, sms: Sms): Promise<void>;
  /** Queues events for who tells of them, as `queueMail` queues a mail; those of one key in their order. */
  queueEvents(trx: KyselyTransactionLike, events: readonly QueuedEvent[]): Promise<void>;
  /** Says who tells of events, once. Until then they wait. */
  tellEventsBy(teller: Teller): void;
  /** Hands the provider a text message at once, past the queue, and tells what it said. Not without a provider. */
  trySms(sms: Sms): Promise<SmsTrial>;
  /** Settings that the chosen provider of text messages still needs. */
  missingSmsSettings(): readonly string[];
  /** The chosen provider of text messages; empty where they stay in the built-in inbox. */
  smsProvider(): string;
  /** Whether it also sends WhatsApp messages. */
  sendsWhatsApp(): boolean;
  /**
   * Asks a provider that makes codes itself whether one is right; `undefined` when the chosen one does not.
   *
   * @throws HttpError when it does not answer
   */
  checkSmsCode(proof: { to: string; code: string }): Promise<boolean | undefined>;
  /** The inbox of the built-in sender, newest first: mails that stayed here because no mail server is set. */
  listMails(page: InboxPage): Promise<{ mails: StoredMailHead[]; totalCount: number }>;
  /** One mail of the inbox; `undefined` when it is not there. The inbox keeps 500 mails for a week. */
  readMail(id: string): Promise<StoredMail | undefined>;
  /** Takes no more jobs; those that run get three seconds, then they go back to the queue. Jobs are still accepted. */
  drain(): Promise<void>;
  /** How many jobs each queue holds; as counted within the last seconds. */
  listQueues(): Promise<QueueDepth[]>;
  /** Mails and text messages that were given up, the newest first, without what they say. */
  listDeadLetters(page: DeadLetterPage): Promise<{ deadLetters: DeadLetter[]; totalCount: number }>;
  /** Tries a dead letter again. @returns false when it is not there (any more) */
  retryDeadLetter(id: string): Promise<boolean>;
  /** @returns false when it is not there (any more) */
  deleteDeadLetter(id: string): Promise<boolean>;
  /** Finishes the mails that are being sent, at most 10 s, gives the others back to the queue and ends. */
  close(): Promise<void>;
  /**
   * Counts a call to a hook that begins now, in place of or beside a message.
   *
   * @returns ends it, with the HTTP status of its answer
   */
  startHookCall(): (status: number) => void;
}

const NAMESPACE = "default";
/** To those outside. */
const CALLS = ["SendMail", "SendSms", "CallHook"] as const;
/** Mails sent at once by one process. */
const SLOTS = 5;
const DRAIN_MS = 3_000;

/**
 * Opens the queue and starts to work on it.
 *
 * @throws DatabaseError when the store does not answer; nothing stays open then
 */
export async function openDelivery({ db, keyRing, settings, registry, log }: DeliveryOptions): Promise<Delivery> {
  await using opening = new AsyncDisposableStack();
  // OpenMetrics wants the suffix: with it, a series has one name in whatever format a scraper asks for.
  const metrics = createWorkerMetrics({ family: "core", prefix: "vedette_", countersTotalSuffix: true, registry });

  const boss = await openQueues(db, log);
  opening.defer(() => boss.stop({ graceful: false, close: false }));
  opening.defer(superviseQueues(boss, db));
  opening.defer(showQueueDepth(boss, registry));
  opening.defer(showMemory(metrics));
  // From the first scrape on, so that an increase counts the first call too.
  for (const operation of CALLS) metrics.counter("request", { namespace: NAMESPACE, operation });
  const sender = new MailSender({ db, keyRing, settings, metrics, namespace: NAMESPACE, maxConnections: SLOTS, log });
  opening.defer(() => sender.close());
  const worker = new Worker({
    queue: MAIL_QUEUE,
    jobs: openJobStore({ db, boss, keyRing, queue: MAIL_QUEUE }),
    handle: (attempt) => sender.send(attempt),
    events: new WorkerEvents(metrics, { namespace: NAMESPACE, taskQueue: MAIL_QUEUE, activityType: "send_mail" }),
    log,
    slots: SLOTS,
  });
  const texts = new Worker({
    queue: SMS_QUEUE,
    jobs: openJobStore({ db, boss, keyRing, queue: SMS_QUEUE }),
    handle: (attempt) => sendSms({ db, keyRing, settings, metrics, namespace: NAMESPACE }, attempt),
    events: new WorkerEvents(metrics, { namespace: NAMESPACE, taskQueue: SMS_QUEUE, activityType: "send_sms" }),
    log,
    slots: SLOTS,
  });
  let teller: Teller | undefined;
  const circuit = new Circuit();
  const events = new Worker({
    queue: EVENT_QUEUE,
    jobs: openJobStore({ db, boss, keyRing, queue: EVENT_QUEUE }),
    handle: (attempt) => tellEvent({ teller, circuit }, attempt),
    events: new WorkerEvents(metrics, { namespace: NAMESPACE, taskQueue: EVENT_QUEUE, activityType: "tell_event" }),
    log,
    slots: SLOTS,
    isOn: () => circuit.isClosed() && (teller?.isOn() ?? false),
  });
  let draining: Promise<void> | undefined;
  const drain = (): Promise<void> => {
    draining ??= Promise.all([worker, texts, events].map((one) => one.close(DRAIN_MS))).then(() => undefined);
    return draining;
  };
  opening.defer(drain);
  const wakeUps = await openWakeUps(
    db,
    () => {
      worker.wake();
      texts.wake();
      events.wake();
    },
    (err) => log.warn({ err }, "the store cannot announce new jobs; workers look for them every second"),
  );
  opening.use(wakeUps);

  if (!usesMailServer(settings)) {
    log.warn({}, "no mail server is set: mails stay in the built-in inbox, which is for trying things out only");
  }
  const warning = usesMailServer(settings) ? securityWarning(settings) : undefined;
  if (warning !== undefined) log.warn({}, `mails may not leave this server: ${warning}`);
  const open = opening.move();
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= open.disposeAsync();
    return closing;
  };
  return {
    queueMail: (trx, mail) => queueMail({ boss, wakeUps, keyRing }, trx, mail),
    usesMailServer: () => usesMailServer(settings),
    senderAddress: () => senderAddress(settings),
    tryMailServer: (mail, signal) => sender.try({ mail, signal }),
    queueSms: (trx, sms) => queueSms({ boss, wakeUps, keyRing }, trx, sms),
    queueEvents: (trx, queued) => queueEvents({ boss, wakeUps, keyRing }, trx, queued),
    tellEventsBy: (it) => {
      teller = it;
    },
    canSendSms: () => settings["auth.sms.provider"] !== "" || settings["auth.sms.use_inbox"],
    sendSmsNow: (sms) => sendSmsNow({ settings, metrics, namespace: NAMESPACE }, sms),
    trySms: (sms) => trySms(settings, sms),
    missingSmsSettings: () => missingSmsSettings(settings),
    smsProvider: () => settings["auth.sms.provider"],
    sendsWhatsApp: () => sendsWhatsApp(settings),
    checkSmsCode: (proof) => checkSmsCode(settings, proof),
    listMails: (page) => listMails(db, page),
    readMail: (id) => readMail({ db, keyRing }, id),
    listQueues: () => listQueueDepths(boss),
    listDeadLetters: (page) => listDeadLetters({ db, keyRing }, page),
    retryDeadLetter: (id) => retryDeadLetter({ db, boss }, wakeUps, id),
    startHookCall: () => {
      const request = metrics.startRequest({ operation: "CallHook", namespace: NAMESPACE });
      return (status) => request.end(status >= 200 && status < 300 ? "OK" : statusCodeOf(status));
    },
    deleteDeadLetter: (id) => deleteDeadLetter({ db, boss }, id),
    drain,
    close,
    [Symbol.asyncDispose]: close,
  };
}
