import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What a wall keeps of its pairing. */
export interface KeptPairing {
  readonly key: string;
  /** What the person at the terminal asked for; another wish is paired anew. */
  readonly wish: string;
  /** What the wall was let in to, which may be another one. */
  readonly playlist: string;
  /** What it is called. */
  readonly name: string;
}

/** The file of one server's key, which only this user may read. */
export class KeyFile {
  readonly #folder: string;
  readonly #path: string;

  constructor(folder: string, server: string) {
    this.#folder = folder;
    this.#path = join(folder, `${createHash("sha256").update(server).digest("hex").slice(0, 16)}.json`);
  }

  read(wish: string): KeptPairing | undefined {
    try {
      const kept: unknown = JSON.parse(readFileSync(this.#path, "utf8"));
      return isKeptPairing(kept) && kept.wish === wish ? kept : undefined;
    } catch {
      // No file, or one that was cut short: the wall is paired anew.
      return undefined;
    }
  }

  write(pairing: KeptPairing): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    writeFileSync(`${this.#path}.new`, JSON.stringify(pairing), { mode: 0o600 });
    renameSync(`${this.#path}.new`, this.#path);
  }

  remove(): void {
    rmSync(this.#path, { force: true });
  }
}

function isKeptPairing(value: unknown): value is KeptPairing {
  if (typeof value !== "object" || value === null) return false;
  return ["key", "wish", "playlist", "name"].every((name) => typeof Reflect.get(value, name) === "string");
}
