import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FILE = "keeper.json";

/** Leaves word of where the process that keeps the store answers for the others of this machine. */
export function writeKeeper(directory: string, url: string): void {
  const path = join(directory, FILE);
  writeFileSync(`${path}.new`, JSON.stringify({ url }), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** @returns what the last keeper wrote; it may have ended since */
export function readKeeper(directory: string): string | undefined {
  try {
    const keeper: unknown = JSON.parse(readFileSync(join(directory, FILE), "utf8"));
    const url = typeof keeper === "object" && keeper !== null ? Reflect.get(keeper, "url") : undefined;
    return typeof url === "string" ? url : undefined;
  } catch {
    return undefined; // Nobody has left word, or is just doing so.
  }
}
