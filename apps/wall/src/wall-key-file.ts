import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ScreenChoice } from "./screen-choice.ts";
import { removeUnused } from "./unused-files.ts";

/** The server knows no key any more that was not used for as long. */
const MAX_UNUSED_DAYS = 90;
/** How often a key in use is written again, so that no other wall takes it for one that is not. */
const REWRITE_AFTER = 24 * 60 * 60 * 1000;

/** What a wall keeps of its pairing. */
export interface KeptPairing {
  readonly key: string;
  /** What the wall was let in to, which may be another one than was asked for. */
  readonly playlist: string;
  /** What it is called. */
  readonly name: string;
}

/** What makes one wall of a machine another one than the next: each has a key of its own. */
export interface WallIdentity {
  readonly server: string;
  /** The playlist that the person at the terminal asked for. */
  readonly wish: string;
  readonly screens: ScreenChoice;
}

/** What the files of a wall are called. */
export function fileNameOf({ server, wish, screens }: WallIdentity): string {
  return createHash("sha256")
    .update(JSON.stringify([server, wish, screens]))
    .digest("hex")
    .slice(0, 16);
}

/** The file of one wall's key, which only this user may read. A disk that takes nothing more does not end the wall. */
export class KeyFile {
  readonly #folder: string;
  readonly #path: string;
  readonly #tell: (line: string) => void;
  #written = "";
  /** Milliseconds since 1970. */
  #writtenAt = 0;
  #isToldOf = false;

  constructor(folder: string, wall: WallIdentity, tell: (line: string) => void) {
    this.#folder = folder;
    this.#path = join(folder, `${fileNameOf(wall)}.json`);
    this.#tell = tell;
  }

  read(): KeptPairing | undefined {
    try {
      const text = readFileSync(this.#path, "utf8");
      const kept: unknown = JSON.parse(text);
      if (!isKeptPairing(kept)) return undefined;
      this.#written = text;
      return kept;
    } catch {
      // No file, or one that was cut short: the wall is paired anew.
      return undefined;
    }
  }

  /** Removes the keys of other walls that are of no use any more. */
  async forgetUnused(): Promise<void> {
    await removeUnused(this.#folder, MAX_UNUSED_DAYS, this.#path);
  }

  /** Writes what is new, and the same once a day; what could not be written is tried again with the next call. */
  keep({ key, playlist, name }: KeptPairing): void {
    const text = JSON.stringify({ key, playlist, name });
    if (text === this.#written && Math.abs(Date.now() - this.#writtenAt) < REWRITE_AFTER) return;
    this.#try("the wall has to be paired anew after its next start", () => {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      writeFileSync(`${this.#path}.new`, text, { mode: 0o600 });
      renameSync(`${this.#path}.new`, this.#path);
      this.#written = text;
      this.#writtenAt = Date.now();
    });
  }

  remove(): void {
    this.#written = "";
    this.#try("the key is of no use any more", () => rmSync(this.#path, { force: true }));
  }

  #try(otherwise: string, work: () => void): void {
    try {
      work();
      this.#isToldOf = false;
    } catch (error) {
      if (!this.#isToldOf) this.#tell(`${this.#path} cannot be written (${String(error)}); ${otherwise}`);
      this.#isToldOf = true;
    }
  }
}

function isKeptPairing(value: unknown): value is KeptPairing {
  if (typeof value !== "object" || value === null) return false;
  return ["key", "playlist", "name"].every((name) => typeof Reflect.get(value, name) === "string");
}
