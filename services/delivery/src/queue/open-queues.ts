import { isDeepStrictEqual } from "node:util";
import { type Database, NIL_UUID, violatedConstraint } from "@vedette/database";
import { type Db, PgBoss, type Queue } from "pg-boss";
import type { Log } from "../log.ts";
import { buryWhatIsOver } from "./bury-over.ts";
import { QUEUES } from "./queues.ts";

/** Schema of pg-boss's tables; it makes and upgrades them itself. */
const SCHEMA = "vedette_jobs";

/** How often jobs of dead workers are looked for. With the heartbeat: a job lost by a crash runs again within 30 s. */
const SUPERVISE_MS = 5_000;

/** How often jobs are deleted whose time is over. */
const DELETE_SECONDS = 60;

const WARN_INTERVAL_MS = 60_000;
const SCRIPT = /^\s*BEGIN;(.*)COMMIT;\s*$/s;
const NO_JOB = NIL_UUID;

/** Opens pg-boss on our own database door: its tables are brought up to date and the queues are there. */
export async function openQueues(db: Database, log: Log): Promise<PgBoss> {
  const boss = new PgBoss({
    db: bossDatabase(db),
    backend: db.kind,
    schema: SCHEMA,
    schedule: false,
    // Its own timer would also follow jobs that wait for other jobs, of which there are none: see `superviseQueues`.
    supervise: false,
    monitorIntervalSeconds: SUPERVISE_MS / 1000,
    maintenanceIntervalSeconds: DELETE_SECONDS,
    // The embedded store has its own housekeeper, which vacuums all tables.
    monitorVacuum: db.kind === "postgres",
    reindex: db.kind === "postgres",
  });
  boss.on("error", warnRarely(log));
  await boss.start();
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const queue of QUEUES) await bringUpToDate(boss, queue, known.get(queue.name));
  return boss;
}

/** Finds the jobs of dead workers, puts away what is old and counts, every few seconds. @returns ends it */
export function superviseQueues(boss: PgBoss, db: Database): () => Promise<void> {
  let round: Promise<void> | undefined;
  const supervise = async (): Promise<void> => {
    try {
      await buryWhatIsOver(db);
      await boss.supervise();
    } catch (error) {
      boss.emit("error", error instanceof Error ? error : new Error(String(error)));
    }
    round = undefined;
  };
  const timer = setInterval(() => {
    round ??= supervise();
  }, SUPERVISE_MS);
  return async () => {
    clearInterval(timer);
    await round;
  };
}

async function bringUpToDate(boss: PgBoss, wanted: Queue, known: Queue | undefined): Promise<void> {
  const { name, ...options } = wanted;
  if (known === undefined) await boss.createQueue(name, options);
  else if (!isDeepStrictEqual({ ...known, ...wanted }, known)) await boss.updateQueue(name, options);
  // Brings the queue into pg-boss's cache, where one is missing that another process has just made: a later `send`
  // inside a transaction must not query outside of it.
  await boss.findJobs(name, { id: NO_JOB });
}

/** During an outage the upkeep fails every few seconds; one line a minute says enough. */
function warnRarely(log: Log): (error: Error) => void {
  let silentUntilMs = 0;
  return (err) => {
    if (performance.now() < silentUntilMs) return;
    silentUntilMs = performance.now() + WARN_INTERVAL_MS;
    log.warn({ err }, "the job queue could not do its upkeep");
  };
}

/** pg-boss writes several statements at once only where it wraps them in a transaction, and reads no rows of those. */
function bossDatabase(db: Database): Db {
  return {
    executeSql: async (text, values) => {
      if (!SCRIPT.test(text)) return await db.query(text, values ?? []);
      // Our door runs a script as one transaction anyway, and a failed one then leaves nothing open.
      await db.exec(text.replace(SCRIPT, "$1")).catch(explainLostRace);
      return { rows: [] };
    },
  };
}

/**
 * Of several processes that make the tables at once, one is first. pg-boss lets the others go on when they are told
 * that something "already exists"; PostgreSQL may tell them of a duplicate in its catalogue instead, because a session
 * that has just seen that the schema is missing still believes so after it waited for the lock.
 */
function explainLostRace(error: unknown): never {
  const isCatalogue = violatedConstraint(error)?.startsWith("pg_") ?? false;
  throw isCatalogue ? new Error("the schema of the queue already exists", { cause: error }) : error;
}
