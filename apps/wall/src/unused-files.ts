import { readdir, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

interface FoundFile {
  readonly path: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly usedAt: number;
}

const DAY = 24 * 60 * 60 * 1000;

/** Every file of a folder and the folders in it; another wall may remove some at the same time. */
export async function filesBelow(folder: string): Promise<FoundFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => {
        const path = join(parentPath, name);
        const found = await stat(path).catch(() => undefined);
        return found === undefined ? [] : [{ path, size: found.size, usedAt: found.mtimeMs }];
      }),
  );
  return files.flat();
}

/** Removes files that were not used for so many days, and the folders in which nothing else is. */
export async function removeUnused(folder: string, days: number, spared?: string): Promise<void> {
  const files = await filesBelow(folder);
  const old = files.filter(({ path, usedAt }) => path !== spared && Date.now() - usedAt > days * DAY);
  for (const { path } of old) {
    // What cannot be removed takes room, and ends no wall.
    await rm(path, { force: true }).catch(() => undefined);
  }
  const emptied = new Set(old.map(({ path }) => dirname(path)).filter((path) => path !== folder));
  for (const path of emptied) await rmdir(path).catch(() => undefined);
}
