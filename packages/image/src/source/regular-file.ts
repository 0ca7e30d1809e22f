import { closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs";
import { LIMITS } from "../limits.ts";

/** Why a path gave no bytes. */
export type FileFault = "not-found" | "too-large";

/** Reads a whole regular file, symbolic links followed. Pipes, devices and folders are "not found" and never block. */
export function readRegularFile(path: string): Uint8Array | FileFault {
  try {
    // Opening some devices does something; a look first avoids that, and the look below is the one that counts.
    // Most siblings of other densities are missing: saying so by an error would cost more than all the rest.
    if (path === "" || statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return "not-found";
    const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const status = fstatSync(file);
      if (!status.isFile()) return "not-found";
      return status.size > LIMITS.fileBytes ? "too-large" : readAll(file, status.size);
    } finally {
      closeSync(file);
    }
  } catch {
    // Missing, not readable, a NUL in the name: all mean that there is no picture.
    return "not-found";
  }
}

/** A file that grows while it is read gives what it had. */
function readAll(file: number, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let end = 0;
  while (end < size) {
    const count = readSync(file, bytes, end, size - end, end);
    if (count === 0) break;
    end += count;
  }
  return bytes.subarray(0, end);
}
