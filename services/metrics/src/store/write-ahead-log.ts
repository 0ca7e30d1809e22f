import type { Log } from "../log.ts";
import type { Batch } from "./batch.ts";
import { ByteWriter } from "./bytes.ts";
import type { Head } from "./head.ts";
import { encodeBatch, replayRecord } from "./log/batch-record.ts";
import { LogSegments } from "./log/segments.ts";
import { newestSnapshot, readSnapshot, writeSnapshot } from "./snapshot.ts";

/** Time in which appended records are made durable, in milliseconds. */
const SYNC_WITHIN_MS = 200;
/** A log below this size is replayed in an instant: no snapshot is taken of it. */
const MIN_SNAPSHOT_BYTES = 32 * 1024 * 1024;

/** Keeps the head on the disk: a snapshot, and the batches that came after it. */
export class WriteAheadLog {
  readonly #directory: string;
  readonly #segments: LogSegments;
  readonly #log: Log;
  #sync: Promise<void> = Promise.resolve();
  #nextSync: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  readonly #writer = new ByteWriter();
  #snapshotBytes = 0;

  constructor(directory: string, log: Log) {
    this.#directory = directory;
    this.#segments = new LogSegments(directory, newestSnapshot(directory));
    this.#log = log;
  }

  get bytes(): number {
    return this.#segments.bytes;
  }

  /** Fills an empty head with what was stored before. Damage is reported and cut off; everything else comes back. */
  replay(head: Head): void {
    const start = performance.now();
    const { segment, bytes, damagedBytes } = readSnapshot(this.#directory, head);
    this.#snapshotBytes = bytes;
    if (damagedBytes > 0) this.#log.error({ segment, damagedBytes }, "a snapshot of the metric store is damaged");
    let samples = 0;
    for (const number of this.#segments.numbers) {
      if (number < segment) continue;
      const damaged = this.#segments.replay(number, (record) => {
        samples += replayRecord(record, head);
      });
      if (damaged > 0) this.#log.warn({ segment: number, bytes: damaged }, "an unfinished record was cut off the log");
    }
    const ms = Math.round(performance.now() - start);
    this.#log.info({ series: head.seriesCount, replayedSamples: samples, ms }, "metric store opened");
  }

  /** Writes a batch. @throws what the file system says when it refuses; nothing is written then */
  append(batch: Batch): void {
    const { bytes, isDense } = encodeBatch(batch, this.#writer);
    this.#segments.append(bytes, isDense);
    for (const series of batch.series) series.isLogged = true;
    this.#timer ??= setTimeout(() => this.#syncNow(), SYNC_WITHIN_MS);
  }

  /** Resolves when everything that was appended before survives the loss of power. */
  durable(): Promise<void> {
    // A sync that runs already may have begun before the last record; the next one is for all who wait.
    this.#nextSync ??= this.#sync
      .catch(() => undefined)
      .then(() => {
        this.#nextSync = undefined;
        this.#sync = this.#segments.sync();
        return this.#sync;
      });
    return this.#nextSync;
  }

  /** Whether a snapshot would spare more reading at the next start than it costs now: the log is as long as the last. */
  get isLong(): boolean {
    return this.bytes > Math.max(MIN_SNAPSHOT_BYTES, this.#snapshotBytes);
  }

  /** Writes the head into a snapshot and removes the log before it. */
  async snapshot(head: Head, rest: () => Promise<void>): Promise<void> {
    const segment = this.#segments.startNext();
    await this.durable();
    this.#snapshotBytes = await writeSnapshot(this.#directory, segment, head, rest);
    this.#segments.removeBefore(segment);
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.durable();
    await this.#segments.close();
  }

  #syncNow(): void {
    this.#timer = undefined;
    this.durable().catch((error: unknown) =>
      this.#log.error({ err: error }, "the log of the metric store is not durable"),
    );
  }
}
