import { type Database, isUuid, type KeyRing, seal, unseal } from "@vedette/database";
import type { Generated } from "kysely";
import type { Mail } from "./mail.ts";

/** What the inbox of the built-in sender shows of a mail in its list. */
export interface StoredMailHead {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly kind: string;
  readonly createdAt: Date;
}

/** A mail of the built-in sender as a whole. */
export interface StoredMail extends StoredMailHead {
  readonly text: string;
  readonly html: string;
}

/** One page, counted from 1; at most 100 mails each. */
export interface InboxPage {
  readonly page: number;
  readonly perPage: number;
}

interface InboxSchema {
  "vedette.built_in_mails": {
    id: string;
    kind: string;
    recipient: string;
    subject: string;
    body_text: string;
    body_html: string;
    is_sealed: Generated<boolean>;
    created_at: Generated<Date>;
  };
}

interface Inbox {
  readonly db: Database;
  readonly keyRing: KeyRing;
}

/** So many mails are kept, and none for longer than a week. */
const KEPT_MAILS = 500;
const MAX_PER_PAGE = 100;
const HEAD = ["id", "recipient as to", "subject", "kind", "created_at as createdAt"] as const;

/** Puts a mail into the inbox, once per id, and removes what has become too old or too many. */
export async function keepMail({ db, keyRing }: Inbox, id: string, mail: Mail): Promise<void> {
  await db
    .as<InboxSchema>()
    .insertInto("vedette.built_in_mails")
    .values({
      id,
      kind: mail.kind,
      recipient: mail.to,
      subject: mail.subject,
      body_text: seal(keyRing, mail.text, place(id, "body_text")),
      body_html: seal(keyRing, mail.html, place(id, "body_html")),
      is_sealed: true,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  await db.query(
    `delete from vedette.built_in_mails
     where created_at < now() - interval '7 days'
        or id in (select id from vedette.built_in_mails order by created_at desc, id offset $1)`,
    [KEPT_MAILS],
  );
}

/** The mails of the inbox, newest first, and how many there are. */
export async function listMails(
  db: Database,
  { page, perPage }: InboxPage,
): Promise<{ mails: StoredMailHead[]; totalCount: number }> {
  const inbox = db.as<InboxSchema>().selectFrom("vedette.built_in_mails");
  const limit = Math.min(perPage, MAX_PER_PAGE);
  const { count } = await inbox.select((row) => row.fn.countAll<string>().as("count")).executeTakeFirstOrThrow();
  const mails = await inbox
    .select(HEAD)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return { mails, totalCount: Number(count) };
}

/** One mail with its text; `undefined` when it is not there (any more). */
export async function readMail({ db, keyRing }: Inbox, id: string): Promise<StoredMail | undefined> {
  if (!isUuid(id)) return undefined;
  const mail = await db
    .as<InboxSchema>()
    .selectFrom("vedette.built_in_mails")
    .select([...HEAD, "body_text as text", "body_html as html", "is_sealed"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (mail === undefined) return undefined;
  const { is_sealed: isSealed, text, html, ...head } = mail;
  if (!isSealed) return { ...head, text, html };
  return {
    ...head,
    text: unseal(keyRing, text, place(id, "body_text")),
    html: unseal(keyRing, html, place(id, "body_html")),
  };
}

/** What a mail says is sealed: it holds codes and links. */
const place = (id: string, column: "body_text" | "body_html") => ({
  table: "vedette.built_in_mails",
  column,
  rowId: id.toLowerCase(),
});
