import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { filesBelow, removeUnused } from "./unused-files.ts";

/** An answer of the server as it was, without what could sign anybody in. */
export interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds since 1970. */
  readonly keptAt: number;
  readonly body: Buffer;
}

/** Of a request: what is asked, but for the moment that it is asked for. */
export interface AskedFor {
  readonly method: string;
  readonly url: string;
  readonly body: string;
}

/** Of all walls of a machine together. */
const MAX_BYTES = 256 * 1024 * 1024;
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/** Looking what is there costs. */
const BYTES_BETWEEN_CLEANINGS = 8 * 1024 * 1024;
/** What a cleaning leaves free: four walls write less than that until each of them cleans again. */
const FREE_AFTER_CLEANING = 4 * (BYTES_BETWEEN_CLEANINGS + MAX_ANSWER_BYTES);
/** What a file takes at least. */
const BLOCK_BYTES = 4096;
const MAX_UNUSED_DAYS = 30;
/** What moves on with the clock: the same question is asked again with other ones. */
const TIME_PARAMETERS = ["start", "end", "time", "from", "to"];

/** The last good answer to every question, on disk, so that a wall has something to show when the server is away. */
export class AnswerCache {
  /** Of all walls. */
  readonly #root: string;
  readonly #folder: string;
  /** The first answer finds what was left before. */
  #bytesToClean = 0;

  /** @param root - where every wall of this machine has a folder */
  constructor(root: string, wall: string) {
    this.#root = root;
    this.#folder = join(root, wall);
  }

  async keep(asked: AskedFor, { status, headers, body, keptAt }: KeptAnswer): Promise<void> {
    if (body.length > MAX_ANSWER_BYTES) return;
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const head = Buffer.from(`${JSON.stringify({ status, headers, keptAt })}\n`);
    const half = join(this.#folder, `.${randomUUID()}`);
    await writeFile(half, Buffer.concat([head, body]), { mode: 0o600 });
    await rename(half, this.#fileOf(asked));
    this.#bytesToClean -= sizeOnDisk(head.length + body.length);
    if (this.#bytesToClean > 0) return;
    this.#bytesToClean = BYTES_BETWEEN_CLEANINGS;
    await this.#clean();
  }

  async recall(asked: AskedFor): Promise<KeptAnswer | undefined> {
    const file = this.#fileOf(asked);
    try {
      const bytes = await readFile(file);
      const end = bytes.indexOf(0x0a);
      const head: unknown = JSON.parse(bytes.subarray(0, end).toString("utf8"));
      if (!isHead(head)) return undefined;
      const now = new Date();
      await utimes(file, now, now);
      return { ...head, body: bytes.subarray(end + 1) };
    } catch {
      // Never kept, or a file that a full disk cut short: it is as if nothing had been kept.
      return undefined;
    }
  }

  /** Forgets one answer. */
  async forget(asked: AskedFor): Promise<void> {
    await rm(this.#fileOf(asked), { force: true });
  }

  /** Forgets everything: the wall may not read it any more. */
  async clear(): Promise<void> {
    // An answer may be written just then.
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  #fileOf(asked: AskedFor): string {
    return join(this.#folder, createHash("sha256").update(questionOf(asked)).digest("hex"));
  }

  /** Forgets what no wall of this machine asked for in a month. */
  async forgetUnused(): Promise<void> {
    await removeUnused(this.#root, MAX_UNUSED_DAYS);
  }

  /** What nobody asked for longest goes first, whichever wall it is of. */
  async #clean(): Promise<void> {
    const files = await filesBelow(this.#root);
    let total = files.reduce((sum, { size }) => sum + sizeOnDisk(size), 0);
    if (total <= MAX_BYTES - FREE_AFTER_CLEANING) return;
    for (const { path, size } of files.toSorted((one, other) => one.usedAt - other.usedAt)) {
      if (total <= MAX_BYTES - FREE_AFTER_CLEANING) return;
      await rm(path, { force: true });
      total -= sizeOnDisk(size);
    }
  }
}

function sizeOnDisk(size: number): number {
  return Math.max(size, BLOCK_BYTES);
}

/** The same for the same question at another moment. */
export function questionOf({ method, url, body }: AskedFor): string {
  const address = new URL(url);
  const form = new URLSearchParams(body);
  for (const name of TIME_PARAMETERS) {
    address.searchParams.delete(name);
    form.delete(name);
  }
  return `${method} ${address.href}\n${form}`;
}

function isHead(value: unknown): value is Omit<KeptAnswer, "body"> {
  return (
    typeof value === "object" &&
    value !== null &&
    "status" in value &&
    typeof value.status === "number" &&
    "headers" in value &&
    typeof value.headers === "object" &&
    "keptAt" in value &&
    typeof value.keptAt === "number"
  );
}
