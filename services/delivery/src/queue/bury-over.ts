import type { Database } from "@vedette/database";

/** So many at once: nobody waits for a long statement. */
const JOBS_AT_ONCE = 1000;

/**
 * Keeps as dead letters what has waited in its queue for as long as the queue says, before pg-boss deletes it. Those are
 * mostly jobs behind others of their key; of several processes that do so at once each passes over what another holds.
 */
export async function buryWhatIsOver(db: Database): Promise<void> {
  for (let buried = JOBS_AT_ONCE; buried === JOBS_AT_ONCE; ) buried = await burySome(db);
}

/** The row of a dead letter is that of pg-boss; a job that waits cannot fail there before the one ahead of it is gone. */
async function burySome(db: Database): Promise<number> {
  const { rows } = await db.query(
    `with over as (
       delete from vedette_jobs.job where (name, id) in (
         select j.name, j.id from vedette_jobs.job j join vedette_jobs.queue q on q.name = j.name
         where q.dead_letter is not null and j.state < 'active' and j.keep_until < now() + interval '1 minute'
         limit ${JOBS_AT_ONCE} for update of j skip locked) returning *)
     insert into vedette_jobs.job (name, priority, data, output, retry_limit, retry_backoff, retry_delay, keep_until,
       deletion_seconds, expire_seconds, source_name, source_id, source_created_on, source_retry_count, singleton_key,
       heartbeat_seconds)
     select dead.name, o.priority, o.data, coalesce(o.output, '{"reason": "its time was over"}'), dead.retry_limit,
       dead.retry_backoff, dead.retry_delay, now() + dead.retention_seconds * interval '1 second',
       dead.deletion_seconds, dead.expire_seconds, o.name, o.id, o.created_on, o.retry_count, o.singleton_key,
       dead.heartbeat_seconds
     from over o join vedette_jobs.queue q on q.name = o.name join vedette_jobs.queue dead on dead.name = q.dead_letter
     returning id`,
  );
  return rows.length;
}
