import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";

/** Makes new, renamed and removed names of a directory survive the loss of power. */
export function syncDirectory(path: string): void {
  // Windows has no descriptors of directories; its file system journals names by itself.
  if (process.platform === "win32") return;
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Writes all of the bytes at a position: a nearly full disk takes a part first and refuses then. */
export function writeWhole(descriptor: number, bytes: Uint8Array, position: number): void {
  let written = 0;
  while (written < bytes.length) {
    written += writeSync(descriptor, bytes, written, bytes.length - written, position + written);
  }
}

/** Writes a file with `write` and makes it durable before its name is. */
export async function writeDurably(path: string, write: (descriptor: number) => void | Promise<void>): Promise<void> {
  const descriptor = openSync(path, "w", 0o600);
  try {
    await write(descriptor);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
