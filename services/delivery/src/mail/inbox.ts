import type { Database } from "@vedette/database";
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
    created_at: Generated<Date>;
  };
}

/** So many mails are kept, and none for longer than a week. */
const KEPT_MAILS = 500;
const MAX_PER_PAGE = 100;
const HEAD = ["id", "recipient as to", "subject", "kind", "created_at as createdAt"] as const;

/** Puts a mail into the inbox, once per id, and removes what has become too old or too many. */
export async function keepMail(db: Database, id: string, mail: Mail): Promise<void> {
  await db
    .as<InboxSchema>()
    .insertInto("vedette.built_in_mails")
    .values({
      id,
      kind: mail.kind,
      recipient: mail.to,
      subject: mail.subject,
      body_text: mail.text,
      body_html: mail.html,
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
export async function readMail(db: Database, id: string): Promise<StoredMail | undefined> {
  if (!UUID.test(id)) return undefined;
  return await db
    .as<InboxSchema>()
    .selectFrom("vedette.built_in_mails")
    .select([...HEAD, "body_text as text", "body_html as html"])
    .where("id", "=", id)
    .executeTakeFirst();
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
