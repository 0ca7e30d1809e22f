import { statfs } from "node:fs/promises";
import type { GaugeSeries } from "@vedette/worker-metrics";
import type { DatabaseLog } from "../log.ts";

/** How much of the disk is left: below `low` the operator is warned, below `full` nothing is written any more. */
type FreeSpace = "enough" | "low" | "full";

const MEBIBYTE = 2 ** 20;
const LOW_MEBIBYTES = 512;
const FULL_MEBIBYTES = 128;

/** Watches the disk under the store, since the engine hangs for ever when a write finds no space. */
export class SpaceGuard {
  readonly #directory: string;
  readonly #freeBytes: GaugeSeries;
  readonly #log: DatabaseLog;
  #space: FreeSpace = "enough";

  constructor(directory: string, freeBytes: GaugeSeries, log: DatabaseLog) {
    this.#directory = directory;
    this.#freeBytes = freeBytes;
    this.#log = log;
  }

  /** As long as this holds, the store takes no writes. */
  get isFull(): boolean {
    return this.#space === "full";
  }

  /** Looks again, and logs what is another state than before. */
  async look(): Promise<void> {
    const { bavail, bsize } = await statfs(this.#directory);
    this.#freeBytes.set(bavail * bsize);
    const freeMebibytes = Math.floor((bavail * bsize) / MEBIBYTE);
    const space = freeMebibytes < FULL_MEBIBYTES ? "full" : freeMebibytes < LOW_MEBIBYTES ? "low" : "enough";
    if (space === this.#space) return;
    this.#space = space;
    const found = `The disk of ${this.#directory} has ${freeMebibytes} MiB left`;
    if (space === "full") this.#log.error(`${found}: nothing is written until there are ${FULL_MEBIBYTES} MiB again.`);
    if (space === "low") this.#log.warn(`${found}; below ${FULL_MEBIBYTES} MiB nothing is written any more.`);
    if (space === "enough") this.#log.info(`${found}, which is enough again.`);
  }
}
