import { open, readdir } from "node:fs/promises";
import { join } from "node:path";

/** As many as libuv has threads; the file system then puts their waits together. */
const PARALLEL_SYNCS = 4;

/**
 * Forces every file and folder under a directory to the disk.
 *
 * @returns the files, relative to the directory
 */
export async function syncTree(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true, recursive: true });
  const pathOf = ({ parentPath, name }: { parentPath: string; name: string }): string => join(parentPath, name);
  const files = entries.filter((entry) => entry.isFile()).map(pathOf);
  const folders = entries.filter((entry) => entry.isDirectory()).map(pathOf);
  const waiting = [...files].values();
  const syncNext = async (): Promise<void> => {
    for (const path of waiting) await syncFile(path);
  };
  await Promise.all(Array.from({ length: PARALLEL_SYNCS }, syncNext));
  for (const path of [...folders, directory]) await syncDirectory(path);
  return files.map((path) => path.slice(directory.length + 1));
}

async function syncFile(path: string): Promise<void> {
  await using file = await open(path, "r+");
  await file.datasync();
}

/** Makes sure that what was created, renamed or removed in a directory is so on the disk. */
export async function syncDirectory(path: string): Promise<void> {
  if (process.platform === "win32") return; // has no such thing, and needs none
  await using directory = await open(path, "r");
  await directory.sync();
}
