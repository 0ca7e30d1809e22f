import { readFileSync } from "node:fs";

/** A file that somebody may change while the program runs. */
export interface WatchedFile {
  close(): void;
}

/** A changed file is noticed within this time. Looked at rather than watched: mounted files tell of no change. */
const LOOK_MS = 5000;

/** Calls back whenever the content of a file has become another one. A file that cannot be read has not changed. */
export function watchFile(path: string, changed: () => void): WatchedFile {
  let known = textOf(path);
  const timer = setInterval(() => {
    const text = textOf(path);
    if (text === undefined || text === known) return;
    known = text;
    changed();
  }, LOOK_MS).unref();
  return { close: () => clearInterval(timer) };
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined; // Between the removal of the old file and the new one there is none.
  }
}
