import { type Database, DatabaseError, isUuid, type KeyRing } from "@vedette/database";
import type { Transaction } from "kysely";
import { fromKysely, type PgBoss } from "pg-boss";
import { isQueuedEvent } from "../events/event.ts";
import { isMail } from "../mail/mail.ts";
import { isSms } from "../sms/sms.ts";
import { DEAD_LETTER_QUEUES } from "./queues.ts";
import { openPayload } from "./sealed-payload.ts";
import type { WakeUps } from "./wake.ts";

/** A mail, text message or event that was given up. What it says is not told: it holds codes and links. */
export interface DeadLetter {
  readonly id: string;
  readonly queue: string;
  /** An address, or for an event the id of whom it is about. Empty when the job cannot be read. */
  readonly to: string;
  /** What it is about: `confirmation`, `invite`, `user_deleted` … */
  readonly kind: string;
  readonly subject: string;
  /** Why the last attempt failed, in codes. */
  readonly reason: string;
  readonly attempts: number;
  readonly queuedAt: Date;
  readonly givenUpAt: Date;
}

export interface DeadLetterPage {
  /** From 1. */
  readonly page: number;
  /** At most 1000. */
  readonly perPage: number;
}

interface Queues {
  readonly db: Database;
  readonly boss: PgBoss;
  readonly keyRing: KeyRing;
}

/** What is read of pg-boss's table. */
interface JobTable {
  "vedette_jobs.job": { id: string; name: string; state: string; data: object; singleton_key: string | null };
}

const MAX_PER_PAGE = 1000;
const IS_DEAD = "name = any($1::text[]) and state = 'created'";
const names = [...DEAD_LETTER_QUEUES.keys()];

/** Dead letters, the newest first, and how many there are. They are kept as long as their queue says. */
export async function listDeadLetters(
  { db, keyRing }: Pick<Queues, "db" | "keyRing">,
  { page, perPage }: DeadLetterPage,
): Promise<{ deadLetters: DeadLetter[]; totalCount: number }> {
  const limit = Math.min(perPage, MAX_PER_PAGE);
  const { rows } = await db.query(
    `select id, name, data, output, coalesce(source_created_on, created_on) as queued_at, created_on,
       coalesce(source_retry_count, 0) + 1 as attempts, count(*) over () as total
     from vedette_jobs.job where ${IS_DEAD} order by created_on desc, id limit $2 offset $3`,
    [names, limit, (page - 1) * limit],
  );
  return { deadLetters: rows.map((row) => readRow(keyRing, row)), totalCount: Number(rows[0]?.["total"] ?? 0) };
}

/** @returns false when there is none with this id (any more) */
export function deleteDeadLetter(queues: Pick<Queues, "db" | "boss">, id: string): Promise<boolean> {
  return takeDeadLetter(queues, id, async () => undefined);
}

/**
 * Puts a dead letter back into its queue, with all its attempts before it.
 *
 * @returns false when there is none with this id (any more)
 */
export function retryDeadLetter(queues: Pick<Queues, "db" | "boss">, wakeUps: WakeUps, id: string): Promise<boolean> {
  return takeDeadLetter(queues, id, async (trx, { queue, data, key }) => {
    await queues.boss.send(queue, data, { db: fromKysely(trx), ...(key === null ? {} : { singletonKey: key }) });
    await wakeUps.announce(trx, queue);
  });
}

/** Removes a dead letter after something was done with it; of two who want the same one, one gets it. */
async function takeDeadLetter(
  { db, boss }: Pick<Queues, "db" | "boss">,
  id: string,
  use: (trx: Transaction<JobTable>, letter: { queue: string; data: object; key: string | null }) => Promise<void>,
): Promise<boolean> {
  if (!isUuid(id)) return false;
  return db
    .as<JobTable>()
    .transaction()
    .execute(async (trx) => {
      const letter = await trx
        .selectFrom("vedette_jobs.job")
        .where("id", "=", id)
        .where("name", "in", names)
        .where("state", "=", "created")
        .select(["name", "data", "singleton_key"])
        .forUpdate()
        .executeTakeFirst();
      const queue = DEAD_LETTER_QUEUES.get(letter?.name ?? "");
      if (letter === undefined || queue === undefined) return false;
      await use(trx, { queue, data: letter.data, key: letter.singleton_key });
      await boss.deleteJob(letter.name, id, { db: fromKysely(trx) });
      return true;
    });
}

function readRow(keyRing: KeyRing, row: Record<string, unknown>): DeadLetter {
  const payload = readPayload(keyRing, row["data"]);
  const reason: unknown = Reflect.get(Object(row["output"]), "reason");
  return {
    id: String(row["id"]),
    queue: DEAD_LETTER_QUEUES.get(String(row["name"])) ?? "",
    ...headOf(payload),
    reason: typeof reason === "string" ? reason : "",
    attempts: Number(row["attempts"]),
    // Proven by the columns' types.
    queuedAt: row["queued_at"] as Date,
    givenUpAt: row["created_on"] as Date,
  };
}

function headOf(payload: unknown): Pick<DeadLetter, "to" | "kind" | "subject"> {
  if (isMail(payload)) return { to: payload.to, kind: payload.kind, subject: payload.subject };
  if (isSms(payload)) return { to: payload.to, kind: "sms", subject: "" };
  if (isQueuedEvent(payload)) return { to: payload.key, kind: payload.type, subject: "" };
  return { to: "", kind: "", subject: "" };
}

/** The key may be gone; the letter is listed all the same. */
function readPayload(keyRing: KeyRing, stored: unknown): unknown {
  try {
    return openPayload(keyRing, stored);
  } catch (error) {
    if (error instanceof DatabaseError) return undefined;
    throw error;
  }
}
