export { type Delivery, type DeliveryOptions, openDelivery } from "./delivery.ts";
export type { Teller } from "./events/event.ts";
export type { Log } from "./log.ts";
export type { InboxPage, StoredMail, StoredMailHead } from "./mail/inbox.ts";
export type { Mail } from "./mail/mail.ts";
export type { MailTrial } from "./mail/try-mail.ts";
export { deliveryMigrations } from "./migrations.ts";
export type { DeadLetter, DeadLetterPage } from "./queue/dead-letters.ts";
export { deliverySettings } from "./settings.ts";
