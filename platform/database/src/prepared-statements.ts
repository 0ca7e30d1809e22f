import { createHash } from "node:crypto";
import pg from "pg";

/** A text that was asked so often is worth a plan that the server keeps; most texts that are asked once are asked never again. */
const ASKED_OFTEN = 3;

/** So many texts are counted, and no more: what is put together from lists has no end of forms. */
const MAX_TEXTS = 1000;

/** Characters of a statement that gets a name: each connection and the server keep the text. Ours take less. */
const MAX_TEXT_LENGTH = 16 * 1024;

/** The server has forgotten the name, or knows it from somebody else: a pooler hands on connections as it likes. */
const POOLED = new Set(["26000", "42P05"]);

/** The tables behind a kept plan have changed. */
const CHANGED = "0A000";

/**
 * Names for the statements that are asked often. Each connection then parses and plans such a text once (PostgreSQL,
 * Extended Query Protocol). A name is made from its text: wherever a pooler hands the connection to, it means the same.
 */
export class PreparedStatements {
  readonly #asked = new Map<string, number>();
  readonly #names = new Map<string, string>();
  #isOff = false;

  /** The name of a text; `undefined` while it is seldom asked. */
  nameOf(text: string): string | undefined {
    if (this.#isOff || text.length > MAX_TEXT_LENGTH) return undefined;
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    const asked = this.#asked.get(text) ?? 0;
    if (asked === 0 && this.#asked.size >= MAX_TEXTS) return undefined;
    this.#asked.set(text, asked + 1);
    if (asked + 1 >= ASKED_OFTEN) this.#names.set(text, `v_${createHash("sha256").update(text).digest("base64url")}`);
    return undefined;
  }

  /** Whether a failure is that of a name and not of its statement; the name is given up then. */
  isStale(text: string, error: unknown): boolean {
    if (!(error instanceof pg.DatabaseError)) return false;
    const { code = "" } = error;
    this.#isOff ||= POOLED.has(code);
    if (code === CHANGED) {
      this.#names.delete(text);
      this.#asked.set(text, Number.NEGATIVE_INFINITY);
    }
    return POOLED.has(code) || code === CHANGED;
  }
}
