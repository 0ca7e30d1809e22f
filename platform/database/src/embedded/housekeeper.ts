import { quoteIdentifier } from "../identifier.ts";
import type { EmbeddedInstruments } from "../instruments.ts";
import type { DatabaseLog } from "../log.ts";

/** What the housekeeper may do with the store. */
export interface HousekeeperOptions {
  /** Looks at the disk. */
  readonly look: () => Promise<void>;
  /** Reads rows. */
  readonly query: (text: string) => Promise<Record<string, unknown>[]>;
  /** Whether a power cut could lose data: what the operator has to know then. */
  readonly findLackOfDurability: () => Promise<string | undefined>;
  /** Runs one statement that may take long. */
  readonly work: (statement: string) => Promise<void>;
  /** Whether nobody uses the store or waits for it. */
  readonly isIdle: () => boolean;
  readonly isReadOnly: () => boolean;
  readonly instruments: EmbeddedInstruments;
  readonly log: DatabaseLog;
  readonly roundMs: number;
}

export interface Housekeeper {
  /** Ends the housekeeping once the round that runs is over. */
  stop(): Promise<void>;
}

/** The first round comes when a start is over, so that it does not delay it. */
const FIRST_ROUND_MS = 1_000;
const CHECKPOINT_WAL_BYTES = 64 * 2 ** 20;
const CHECKPOINT_MS = 300_000;
/** Local hour in which every table is vacuumed, idle or not. */
const NIGHTLY_HOUR = 3;

/**
 * Does what PGlite has no process for: checkpoints, so that the log does not grow for ever, and vacuums, so that dead
 * rows do not. Both block the store, so a round vacuums one table at most.
 */
export function startHousekeeper(options: HousekeeperOptions): Housekeeper {
  const checkpoint = checkpointer(options);
  const vacuum = vacuumer(options);
  const proveDurability = prover(options);
  let round: Promise<void> | undefined;
  const runRound = async (): Promise<void> => {
    try {
      await options.look();
      await proveDurability();
      await checkpoint();
      if (!options.isReadOnly()) await vacuum(new Date());
    } catch (error) {
      options.log.warn(`Housekeeping of the embedded store was put off: ${String(error)}`);
    }
    round = undefined;
  };
  const begin = (): void => {
    round ??= runRound();
  };
  const first = setTimeout(begin, Math.min(FIRST_ROUND_MS, options.roundMs)).unref();
  const timer = setInterval(begin, options.roundMs).unref();
  return {
    async stop() {
      clearTimeout(first);
      clearInterval(timer);
      await round;
    },
  };
}

/** Proves it once; a disk that is full refuses the proof. */
function prover({ findLackOfDurability, isReadOnly, log }: HousekeeperOptions): () => Promise<void> {
  let isProven = false;
  return async () => {
    if (isProven || isReadOnly()) return;
    const lack = await findLackOfDurability();
    isProven = true;
    if (lack !== undefined) log.error(lack);
  };
}

function checkpointer({ query, work, instruments }: HousekeeperOptions): () => Promise<void> {
  let checkpointAt = performance.now();
  return async () => {
    const [row] = await query(
      "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()",
    );
    const walBytes = Number(row?.["bytes"]);
    instruments.walBytes.set(walBytes);
    const isOverdue = performance.now() - checkpointAt >= CHECKPOINT_MS && walBytes > IDLE_WAL_BYTES;
    if (!isOverdue && walBytes < CHECKPOINT_WAL_BYTES) return;
    await work("checkpoint");
    instruments.checkpoints.inc();
    checkpointAt = performance.now();
  };
}

/** A checkpoint itself leaves a record of about 200 bytes. */
const IDLE_WAL_BYTES = 1024;

function vacuumer({ query, work, isIdle, instruments }: HousekeeperOptions): (now: Date) => Promise<void> {
  let lastNight = "";
  let nightlyTables: string[] = [];
  return async (now) => {
    if (now.getHours() === NIGHTLY_HOUR && now.toDateString() !== lastNight) {
      lastNight = now.toDateString();
      nightlyTables = (await query("select schemaname, relname from pg_stat_user_tables")).map(tableName);
    }
    const [mostWorn] = nightlyTables.length === 0 && isIdle() ? await query(WORN_TABLES) : [];
    const table = nightlyTables.shift() ?? (mostWorn && tableName(mostWorn));
    if (table === undefined) return;
    await work(`vacuum (analyze) ${table}`);
    instruments.vacuums.inc();
  };
}

/** The thresholds are those of PostgreSQL's autovacuum and autoanalyze. */
const WORN_TABLES = `
  select schemaname, relname from pg_stat_user_tables
  where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup
  order by n_dead_tup desc limit 1`;

function tableName({ schemaname, relname }: Record<string, unknown>): string {
  return `${quoteIdentifier(String(schemaname))}.${quoteIdentifier(String(relname))}`;
}
