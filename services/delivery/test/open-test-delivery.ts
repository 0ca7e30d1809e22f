import type { Database } from "@vedette/database";
import { type SettingsOf, settingsFrom } from "@vedette/settings";
import { createRegistry, type Registry } from "@vedette/worker-metrics";
import { onTestFinished, vi } from "vitest";
import { type Delivery, deliverySettings, type Mail, openDelivery } from "../src/index.ts";
import { KEY_RING } from "./key-ring.ts";

/** A mail to Ada; give what matters. */
export function aMail(mail: Partial<Mail> = {}): Mail {
  return {
    to: "ada@example.org",
    subject: "Confirm your email address",
    text: "Follow https://watch.example/confirm?token=canary-token",
    html: "<a href='https://watch.example/confirm?token=canary-token'>Confirm</a>",
    kind: "confirmation",
    ...mail,
  };
}

/** One line of the log, as the logger would have written it. */
interface LogLine {
  readonly level: "info" | "warn" | "error";
  readonly fields: object;
  readonly message: string;
}

export interface TestDelivery {
  readonly delivery: Delivery;
  readonly registry: Registry;
  readonly log: readonly LogLine[];
  /** What delivery reads; a change is in force at once. */
  readonly settings: SettingsOf<typeof deliverySettings>;
  /** Queues a mail in a transaction of its own. */
  queue(mail: Mail): Promise<void>;
}

/** Opens delivery on a database; it is closed when the test has finished. */
export async function openTestDelivery(
  db: Database,
  values: Partial<SettingsOf<typeof deliverySettings>> = {},
): Promise<TestDelivery> {
  const registry = createRegistry();
  const log: LogLine[] = [];
  const write = (level: LogLine["level"]) => (fields: object, message: string) => {
    log.push({ level, fields, message });
  };
  const settings = settingsFrom(deliverySettings, values);
  const delivery = await openDelivery({
    db,
    keyRing: KEY_RING,
    settings,
    registry,
    log: { info: write("info"), warn: write("warn"), error: write("error") },
  });
  onTestFinished(() => delivery.close());
  return {
    delivery,
    registry,
    log,
    settings,
    queue: (mail) =>
      db
        .as()
        .transaction()
        .execute((trx) => delivery.queueMail(trx, mail)),
  };
}

/** The settings of a mail server on this machine. */
export function smtpOn(port: number): Partial<SettingsOf<typeof deliverySettings>> {
  return {
    "auth.email.smtp.host": "127.0.0.1",
    "auth.email.smtp.port": port,
    "auth.email.smtp.admin_email": "watch@example.org",
  };
}

/** Waits until something has come true. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  await vi.waitUntil(condition, { timeout: 20_000 });
}
