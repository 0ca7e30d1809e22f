import { constants, cpSync, existsSync } from "node:fs";
import { mkdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { PGlite, type PGliteOptions } from "@electric-sql/pglite";
import type { WorkerStart } from "./messages.ts";
import { syncDirectory, syncTree } from "./sync-tree.ts";
import { SyncedFiles } from "./synced-files.ts";

/** PGlite, and the files that it keeps. */
export interface OpenEngine {
  readonly engine: PGlite;
  /** `undefined` for a store in memory. */
  readonly files: SyncedFiles | undefined;
}

/** Only its wire protocol is used here: the types of arrays, which PGlite asks for at every start, are of no use. */
class WireEngine extends PGlite {
  override async _initArrayTypes(): Promise<void> {}
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
  if (directory === undefined) return { engine: await openInMemory(template), files: undefined };
  if (!existsSync(join(directory, "PG_VERSION"))) await createStore(directory, template);
  const files = new SyncedFiles(directory);
  if (!(await wasClosedInOrder(directory))) await files.settle();
  const engine = await open({ fs: files });
  files.endRecovery();
  return { engine, files };
}

/** Nothing in memory is worth syncing. */
async function openInMemory(template: string | undefined): Promise<PGlite> {
  const content = template === undefined ? {} : { loadDataDir: new Blob([await readFile(template)]) };
  return open({ startParams: [...START_PARAMETERS, "-c", "fsync=off"], ...content });
}

async function open(options: PGliteOptions): Promise<PGlite> {
  const engine = new WireEngine({ startParams: START_PARAMETERS, ...options });
  await engine.waitReady;
  return engine;
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
  // Nothing else waits in this thread, and a thousand small files are copied with a third of the work.
  cpSync(template, draft, { recursive: true, mode: constants.COPYFILE_FICLONE });
  for (const folder of EMPTY_FOLDERS) await mkdir(join(draft, folder), { recursive: true });
}

async function initialize(directory: string): Promise<void> {
  const engine = await open({ fs: new SyncedFiles(directory) });
  await engine.close();
}

/** What `global/pg_control` says of a store that was closed in order (PostgreSQL 18, `DB_SHUTDOWNED`). */
const CLOSED_IN_ORDER = 1;
const STATE_OFFSET = 16;

async function wasClosedInOrder(directory: string): Promise<boolean> {
  const control = await readFile(join(directory, "global", "pg_control"));
  return control.readInt32LE(STATE_OFFSET) === CLOSED_IN_ORDER;
}
