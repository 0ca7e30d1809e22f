import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Held until it is released or the process ends in whatever way: the operating system lets go of it then. */
export interface StoreLock {
  release(): void;
}

const SQLITE_BUSY = 5;

/**
 * Takes the right to write into a directory, for one process of the machine.
 *
 * @returns `undefined` while another process has it
 */
export function takeStoreLock(directory: string): StoreLock | undefined {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const lock = new DatabaseSync(join(directory, "lock"));
  try {
    lock.exec("pragma locking_mode = exclusive; pragma journal_mode = memory; begin exclusive");
    return { release: () => lock.close() };
  } catch (error) {
    lock.close();
    if (error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
}
