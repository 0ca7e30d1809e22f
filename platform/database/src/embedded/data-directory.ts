import { accessSync, chmodSync, constants, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DatabaseError } from "../errors.ts";

/** The data directory, held by this process alone until it is released or the process ends in whatever way. */
export interface DataDirectory {
  readonly path: string;
  /** Where the store lies. */
  readonly store: string;
  release(): void;
}

/** The major version of PostgreSQL that PGlite 0.5 is. */
const STORE_VERSION = "18";

/** Where the embedded store of a data directory lies. */
export function storeIn(directory: string): string {
  return join(directory, "postgres");
}

/**
 * Makes the data directory where it is missing, checks it and takes its lock. The lock is the operating system's:
 * a killed process leaves none behind, and a process that lives cannot lose it.
 *
 * @throws DatabaseError `data_dir_unwritable`, `data_dir_exposed`, `data_dir_locked`, `data_version_unknown`
 */
export function takeDataDirectory(directory: string): DataDirectory {
  const path = resolve(directory);
  makePrivateDirectory(path);
  const lock = takeLock(path);
  const store = storeIn(path);
  try {
    checkVersion(store);
    return { path, store, release: () => lock.close() };
  } catch (error) {
    lock.close();
    throw error;
  }
}

/**
 * Makes a directory that only its owner can read, or checks that it is one. An empty directory, as somebody makes it
 * for us with `mkdir`, is closed to others.
 *
 * @throws DatabaseError `data_dir_unwritable`, `data_dir_exposed`
 */
export function makePrivateDirectory(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw unwritable(path, error);
  }
  // Windows has no such bits; there the user's profile directory is private.
  if (process.platform === "win32" || isPrivate(path)) return;
  if (readdirSync(path).length === 0 && closeToOthers(path)) return;
  throw new DatabaseError("data_dir_exposed", {
    detail: `Other users of this machine can read ${path}, and keys lie in it. Run: chmod 700 ${path}`,
  });
}

function isPrivate(path: string): boolean {
  return (statSync(path).mode & 0o077) === 0;
}

/** Somebody else's directory cannot be changed. */
function closeToOthers(path: string): boolean {
  try {
    chmodSync(path, 0o700);
    return true;
  } catch {
    return false;
  }
}

function takeLock(path: string): DatabaseSync {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(join(path, "lock"));
    lock.exec("pragma locking_mode = exclusive; pragma journal_mode = memory; begin exclusive");
    return lock;
  } catch (error) {
    lock?.close();
    if (!isBusy(error)) throw unwritable(path, error);
    throw new DatabaseError("data_dir_locked", {
      detail: `Another process uses the data directory ${path}. Stop it, or set VEDETTE_DATA_DIR to another directory.`,
    });
  }
}

const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;
}

function unwritable(path: string, cause: unknown): DatabaseError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new DatabaseError("data_dir_unwritable", {
    detail: `The data directory ${path} cannot be written (${reason}). Change its owner, or set VEDETTE_DATA_DIR to another one.`,
    cause,
  });
}

function checkVersion(store: string): void {
  const file = join(store, "PG_VERSION");
  if (!existsSync(file)) return;
  const version = readFileSync(file, "utf8").trim();
  if (version === STORE_VERSION) return;
  throw new DatabaseError("data_version_unknown", {
    detail: `The store in ${store} was written by PostgreSQL ${version}; this version of Vedette reads ${STORE_VERSION}. Start the version that wrote it, export, and import here.`,
  });
}
