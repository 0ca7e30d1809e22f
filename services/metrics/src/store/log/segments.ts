import {
  closeSync,
  fdatasync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { syncDirectory, writeWhole } from "../durable-file.ts";
import { decodeFrame, encodeFrame } from "./frame.ts";

/** Bytes after which the log goes on in a new file. */
const SEGMENT_BYTES = 32 * 1024 * 1024;
const SEGMENT_NAME = /^(\d{8})\.log$/;

/** The write-ahead log: numbered files of frames. What `append` returned from survives the death of the process. */
export class LogSegments {
  readonly #directory: string;
  #number: number;
  #descriptor: number | undefined;
  /** Files that are finished and need not have reached the disk. */
  #finished: readonly number[] = [];
  /** Bytes of whole frames in the file that is written. */
  #size = 0;
  #bytesBefore = 0;

  /** @param first - the least number of a new file: what a snapshot holds has lower ones */
  constructor(directory: string, first: number) {
    this.#directory = directory;
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    this.#number = Math.max(first, (this.numbers.at(-1) ?? 0) + 1);
    this.#bytesBefore = this.#sizeOf(this.numbers);
  }

  /** The numbers of all files, rising. */
  get numbers(): number[] {
    const names = readdirSync(this.#directory).flatMap((name) => SEGMENT_NAME.exec(name)?.[1] ?? []);
    return names.map(Number).sort((one, other) => one - other);
  }

  /** Number of the file that is written, or will be with the next record. */
  get current(): number {
    return this.#number;
  }

  /** Bytes of all files. */
  get bytes(): number {
    return this.#bytesBefore + this.#size;
  }

  /**
   * Writes a record into the operating system's hands. Nothing of it stays when the disk refuses.
   *
   * @param isDense - hardly anything in it would get smaller
   */
  append(record: Uint8Array, isDense: boolean): void {
    if (this.#size >= SEGMENT_BYTES) this.startNext();
    const frame = encodeFrame(record, { isDense });
    const descriptor = this.#open();
    try {
      writeWhole(descriptor, frame, this.#size);
    } catch (error) {
      ftruncateSync(descriptor, this.#size);
      throw error;
    }
    this.#size += frame.length;
  }

  /**
   * Makes what was appended survive the loss of power, in finished files as well. One call ends before the next begins:
   * files are closed nowhere else, lest the system gives their numbers to others meanwhile.
   */
  async sync(): Promise<void> {
    const finished = this.#finished;
    if (this.#descriptor !== undefined) await flush(this.#descriptor);
    for (const descriptor of finished) {
      await flush(descriptor);
      closeSync(descriptor);
      this.#finished = this.#finished.filter((other) => other !== descriptor);
    }
  }

  /** Goes on in a new file. The old one is closed by the next `sync`. */
  startNext(): number {
    if (this.#descriptor === undefined) return this.#number;
    this.#finished = [...this.#finished, this.#descriptor];
    this.#descriptor = undefined;
    this.#bytesBefore += this.#size;
    this.#size = 0;
    this.#number += 1;
    return this.#number;
  }

  /** Removes files whose content is elsewhere. */
  removeBefore(number: number): void {
    for (const old of this.numbers) if (old < number) rmSync(this.#path(old));
    this.#bytesBefore = this.#sizeOf(this.numbers.filter((left) => left !== this.#number));
  }

  /** Finishes the file that is written, and closes all. Not while a `sync` runs. */
  async close(): Promise<void> {
    this.startNext();
    await this.sync();
  }

  /**
   * Visits the records of one file. A record that was being written when the process died is cut off.
   *
   * @returns bytes that could not be read
   */
  replay(number: number, visit: (record: Buffer) => void): number {
    const path = this.#path(number);
    const bytes = readFileSync(path);
    let offset = 0;
    for (;;) {
      const frame = decodeFrame(bytes, offset);
      if (frame === undefined) break;
      visit(frame.record);
      offset = frame.end;
    }
    const damaged = bytes.length - offset;
    if (damaged > 0) truncateFile(path, offset);
    return damaged;
  }

  #open(): number {
    if (this.#descriptor !== undefined) return this.#descriptor;
    this.#descriptor = openSync(this.#path(this.#number), "wx", 0o600);
    syncDirectory(this.#directory);
    return this.#descriptor;
  }

  #path(number: number): string {
    return join(this.#directory, `${String(number).padStart(8, "0")}.log`);
  }

  #sizeOf(numbers: readonly number[]): number {
    return numbers.reduce((sum, number) => sum + statSync(this.#path(number)).size, 0);
  }
}

function flush(descriptor: number): Promise<void> {
  return new Promise((resolve, reject) => {
    fdatasync(descriptor, (error) => (error === null ? resolve() : reject(error)));
  });
}

function truncateFile(path: string, size: number): void {
  const descriptor = openSync(path, "r+");
  try {
    ftruncateSync(descriptor, size);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
