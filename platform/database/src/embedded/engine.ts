import { existsSync } from "node:fs";
import { constants, cp, mkdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import type { DurabilityReport, WorkerStart } from "./messages.ts";
import { syncDirectory, syncTree } from "./sync-tree.ts";
import { SyncedFiles } from "./synced-files.ts";

/** PGlite, and what its self-test saw. */
export interface OpenEngine {
  readonly engine: PGlite;
  /** `undefined` for a store in memory. */
  readonly durability: DurabilityReport | undefined;
}

/**
 * PGlite's own parameters but for `-F` (no fsync), plus: the log is written through to the disk, no schema is
 * searched, and buffers are small, which halves the resident memory and costs a small team nothing.
 */
const START_PARAMETERS = [
  "--single",
  "-O",
  "-j",
  ...[
    "search_path=",
    "exit_on_error=false",
    "log_checkpoints=false",
    "max_worker_processes=0",
    "max_parallel_workers=0",
    "max_parallel_workers_per_gather=0",
    "max_parallel_maintenance_workers=0",
    "io_method=sync",
    "wal_sync_method=open_datasync",
    "max_connections=5",
    "shared_buffers=32MB",
  ].flatMap((parameter) => ["-c", parameter]),
];

/** Opens the store, which is made when it is missing. */
export async function openEngine({ directory, template }: WorkerStart): Promise<OpenEngine> {
  if (directory === undefined) return { engine: await openInMemory(template), durability: undefined };
  if (!existsSync(join(directory, "PG_VERSION"))) await createStore(directory, template);
  const files = new SyncedFiles(directory);
  if (!(await wasClosedInOrder(directory))) await files.settle();
  const engine = await PGlite.create({ fs: files, startParams: START_PARAMETERS });
  files.endRecovery();
  return { engine, durability: await measureDurability(engine, files) };
}

/** Nothing in memory is worth syncing. */
async function openInMemory(template: string | undefined): Promise<PGlite> {
  const content = template === undefined ? {} : { loadDataDir: new Blob([await readFile(template)]) };
  return PGlite.create({ startParams: [...START_PARAMETERS, "-c", "fsync=off"], ...content });
}

/** Makes the store beside its place and moves it there whole: a kill on the way leaves nothing that looks like a store. */
async function createStore(directory: string, template: string | undefined): Promise<void> {
  const draft = `${directory}.new`;
  await rm(draft, { recursive: true, force: true });
  if (template === undefined) await initialize(draft);
  else await copyTemplate(template, draft);
  // What was written is in the operating system's memory only.
  await syncTree(draft);
  await rename(draft, directory);
  await syncDirectory(dirname(directory));
}

/** Folders of a store that are empty when it is new (initdb). npm packages carry no empty folders. */
const EMPTY_FOLDERS = ["commit_ts", "dynshmem", "notify", "replslot", "serial", "snapshots", "stat", "stat_tmp"]
  .concat(["tblspc", "twophase", "logical/mappings", "logical/snapshots", "wal/archive_status", "wal/summaries"])
  .map((name) => `pg_${name}`);

async function copyTemplate(template: string, draft: string): Promise<void> {
  await cp(template, draft, { recursive: true, mode: constants.COPYFILE_FICLONE });
  for (const folder of EMPTY_FOLDERS) await mkdir(join(draft, folder), { recursive: true });
}

async function initialize(directory: string): Promise<void> {
  const engine = await PGlite.create({ fs: new SyncedFiles(directory), startParams: START_PARAMETERS });
  await engine.close();
}

/** What `global/pg_control` says of a store that was closed in order (PostgreSQL 18, `DB_SHUTDOWNED`). */
const CLOSED_IN_ORDER = 1;
const STATE_OFFSET = 16;

async function wasClosedInOrder(directory: string): Promise<boolean> {
  const control = await readFile(join(directory, "global", "pg_control"));
  return control.readInt32LE(STATE_OFFSET) === CLOSED_IN_ORDER;
}

/** Counts the forced writes of one commit and one checkpoint. */
async function measureDurability(engine: PGlite, files: SyncedFiles): Promise<DurabilityReport> {
  const before = files.syncs;
  await engine.query("select pg_logical_emit_message(true, 'vedette', 'self-test')");
  const committed = files.syncs;
  await engine.query("checkpoint");
  return { commitSyncs: committed - before, checkpointSyncs: files.syncs - committed };
}
