import { setImmediate as turnOfOthers } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import { IS_CURRENT, type Store } from "../objects/store.ts";
import { nearWord } from "./words.ts";

/** Objects whose words are read in one statement, which the embedded store's only thread is busy with. */
const AT_ONCE = 200;
/** A search waits for no more such batches; the rest is read behind it. */
const MOST_BATCHES = 5;
/** Characters of a word that is kept. */
const SHORTEST = 3;
/** Characters of a word that are kept: an index cannot hold more. */
const LONGEST = 200;
/** Words that no object has any more are forgotten when there are twice as many as at the last time, and more than these. */
const FEW = 20_000;
/** Ways to write one word that a search looks for. */
const MOST_SPELLINGS = 40;

/**
 * Reads the words of what was saved since the last time. Versions are numbered in the order in which they are committed,
 * so what was read once needs no second look.
 *
 * @returns when all are read, or `signal` says so, or after 1,000 objects without one
 */
export async function readNewWords(db: Store, signal?: AbortSignal): Promise<void> {
  for (let batch = 0; signal === undefined ? batch < MOST_BATCHES : !signal.aborted; batch += 1) {
    if (await isUpToDate(db)) return;
    await readBatch(db);
    await turnOfOthers();
  }
}

async function isUpToDate(db: Store): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select up_to >= ${LATEST} as is from vedette.search_words_read`.execute(db);
  return rows[0]?.is !== false;
}

const LATEST = sql`(select coalesce(max(resource_version), 0) from vedette.object_versions)`;

async function readBatch(db: Store): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select from vedette.search_words_read for update`.execute(trx);
    const { rows } = await sql<{ total: string; words_when_emptied: string }>`
      with batch as materialized (
        select resource_version, coalesce(searched, lower(title)) as text from vedette.object_versions
        where resource_version > (select up_to from vedette.search_words_read) and ${IS_CURRENT}
          and resource in ('dashboards', 'folders')
        order by resource_version limit ${sql.lit(AT_ONCE)}
      ), added as (
        insert into vedette.search_words
        select distinct left(word, ${sql.lit(LONGEST)})
        from batch, string_to_table(translate(text, E'\\n\\r\\t\\f\\v', '     '), ' ') as word where length(word) >= ${sql.lit(SHORTEST)}
        on conflict do nothing
      )
      update vedette.search_words_read set up_to = (
        select case when count(*) < ${sql.lit(AT_ONCE)} then greatest(max(resource_version), ${LATEST}) else max(resource_version) end
        from batch)
      returning words_when_emptied, (select count(*) from vedette.search_words) as total`.execute(trx);
    const [found] = rows;
    if (found === undefined || Number(found.total) <= Math.max(FEW, 2 * Number(found.words_when_emptied))) return;
    await emptied(trx, Number(found.total));
  });
}

async function emptied(db: Store, words: number): Promise<void> {
  await sql`delete from vedette.search_words`.execute(db);
  await sql`update vedette.search_words_read set up_to = 0, words_when_emptied = ${words}`.execute(db);
}

/** Lets the words of all objects be read anew, because their texts changed and their versions did not. */
export async function forgetReadWords(db: Store): Promise<void> {
  await sql`update vedette.search_words_read set up_to = 0`.execute(db);
}

/**
 * Whether each of some words may stand in what can be found as it is. A no is certain, and takes less time than looking
 * through all texts for it.
 */
export async function mayStand(db: Store, words: readonly string[]): Promise<boolean> {
  // Shorter ones are not kept.
  const kept = words.filter((word) => word.length >= SHORTEST);
  if (kept.length === 0 || !(await isUpToDate(db))) return true;
  const { rows } = await sql<{ stand: boolean }>`
    select bool_and(exists(
      select from vedette.search_words where strpos(word, wanted) > 0 or length(word) = ${sql.lit(LONGEST)}
    )) as stand from unnest(${kept}::text[]) as wanted`.execute(db);
  return rows[0]?.stand !== false;
}

/** How each word stands in what can be found, itself or a letter off. Words that have to be as they are stand alone. */
export async function nearSpellings(db: Store, words: readonly string[]): Promise<(readonly string[])[]> {
  await readNewWords(db);
  return await Promise.all(words.map(async (word) => [word, ...(await spellingsOf(db, word))]));
}

async function spellingsOf(db: Store, word: string): Promise<readonly string[]> {
  const near = nearWord(word);
  if (near === undefined) return [];
  const parts = near.parts.map((part): RawBuilder<boolean> => sql`strpos(word, ${part}) > 0`);
  const { rows } = await sql<{ spelling: string }>`
    select distinct substring(word from ${near.pattern}) as spelling from vedette.search_words
    where (${sql.join(parts, sql` or `)}) and word ~ ${near.pattern}
    order by 1 limit 1000`.execute(db);
  const spellings = rows.map(({ spelling }) => spelling);
  // What holds a shorter one is found by that.
  return spellings
    .filter((one) => !spellings.some((other) => other !== one && one.includes(other)))
    .slice(0, MOST_SPELLINGS);
}
