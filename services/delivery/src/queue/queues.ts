import type { Queue } from "pg-boss";

/** The queue of mails. */
export const MAIL_QUEUE = "mail";

/** The queue of text messages. */
export const SMS_QUEUE = "sms";

/** The queue of events. */
export const EVENT_QUEUE = "event";

/** Where events end that nobody took. */
const DEAD_EVENT_QUEUE = "event_dead";

/** Where text messages end that can never be sent. */
const DEAD_SMS_QUEUE = "sms_dead";

/** Where mails end that can never be sent. */
const DEAD_MAIL_QUEUE = "mail_dead";

/** Where the jobs of each dead-letter queue came from. */
export const DEAD_LETTER_QUEUES: ReadonlyMap<string, string> = new Map([
  [DEAD_MAIL_QUEUE, MAIL_QUEUE],
  [DEAD_SMS_QUEUE, SMS_QUEUE],
  [DEAD_EVENT_QUEUE, EVENT_QUEUE],
]);

/** Jobs of one key run one after the other. */
const IN_ORDER = "key_strict_fifo";

const DAY_SECONDS = 86_400;

/** A worker that says nothing for this long is taken for dead and its jobs are given to others. */
const HEARTBEAT_SECONDS = 15;

/**
 * The queues, in the order in which they must be made. Waiting times between attempts are the worker's business;
 * the retries here are those of jobs whose worker died.
 */
export const QUEUES: readonly Queue[] = [
  { name: DEAD_MAIL_QUEUE, retentionSeconds: 7 * DAY_SECONDS, deleteAfterSeconds: DAY_SECONDS },
  {
    name: MAIL_QUEUE,
    deadLetter: DEAD_MAIL_QUEUE,
    retryLimit: 20,
    retryDelay: 1,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: 300,
    retentionSeconds: 7 * DAY_SECONDS,
    deleteAfterSeconds: DAY_SECONDS,
  },
  { name: DEAD_SMS_QUEUE, retentionSeconds: DAY_SECONDS, deleteAfterSeconds: DAY_SECONDS },
  {
    name: SMS_QUEUE,
    deadLetter: DEAD_SMS_QUEUE,
    // A code lives for a minute: after these few attempts nobody waits for it any more.
    retryLimit: 5,
    retryDelay: 1,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: 120,
    retentionSeconds: 3600,
    deleteAfterSeconds: DAY_SECONDS,
  },
  { name: DEAD_EVENT_QUEUE, retentionSeconds: 7 * DAY_SECONDS, deleteAfterSeconds: DAY_SECONDS },
  {
    name: EVENT_QUEUE,
    deadLetter: DEAD_EVENT_QUEUE,
    policy: IN_ORDER,
    // With the longest wait between two attempts, a receiver may be away for about a day.
    retryLimit: 300,
    retryDelay: 1,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: 300,
    retentionSeconds: 7 * DAY_SECONDS,
    // A dead job that was left holds up those of its key.
    deleteAfterSeconds: 60,
  },
];

/** Whether a job of the queue waits until the one before it is gone. */
export function isInOrder(queue: string): boolean {
  return QUEUES.some(({ name, policy }) => name === queue && policy === IN_ORDER);
}
