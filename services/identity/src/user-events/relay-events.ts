import type { UserEvent } from "@vedette/client/hooks";
import type { Delivery } from "@vedette/delivery";
import { type Kysely, sql } from "kysely";
import type { IdentityTables } from "../identity-tables.ts";

interface StoredEvent {
  readonly id: string;
  readonly type: UserEvent["type"];
  readonly user_id: string;
  readonly actor_id: string;
  /** JSON */
  readonly traits: string;
  readonly ip_address: string;
  readonly happened_at: Date;
}

const EVENTS_AT_ONCE = 100;

/**
 * Moves what has happened into the queue of events, in its order. Of several processes that do so at once each waits
 * for the one before it.
 */
export async function relayEvents(db: Kysely<IdentityTables>, delivery: Pick<Delivery, "queueEvents">): Promise<void> {
  for (let moved = EVENTS_AT_ONCE; moved === EVENTS_AT_ONCE; ) moved = await relaySome(db, delivery);
}

async function relaySome(db: Kysely<IdentityTables>, delivery: Pick<Delivery, "queueEvents">): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<StoredEvent>`
      with moved as (delete from vedette.user_events where place in (
        select place from vedette.user_events order by place limit ${sql.lit(EVENTS_AT_ONCE)} for update) returning *)
      select * from moved order by place`.execute(trx);
    await delivery.queueEvents(
      trx,
      rows.map((row) => ({ key: row.user_id, type: row.type, event: eventOf(row) })),
    );
    return rows.length;
  });
}

function eventOf({ id, type, user_id, actor_id, traits, ip_address, happened_at }: StoredEvent): UserEvent {
  const metadata = { uuid: id, time: happened_at.toISOString(), name: "user-event", ip_address } as const;
  return { metadata, type, user_id, actor_id, traits: JSON.parse(traits) };
}
