import { setTimeout as sleep } from "node:timers/promises";
import { type Database, type KeyRing, type Migration, seal, unseal } from "@vedette/database";
import { SignInError } from "./sign-in-error.ts";
import { exchangeKey, ProcessExchanges, SHARED_MS, type TokenExchanges, type Tokens } from "./token-exchanges.ts";

export const exchangeMigrations: readonly Migration[] = [
  {
    id: "server/0001-token-exchanges",
    sql: `
      create table vedette.token_exchanges (
        key text primary key,
        started_at timestamptz not null default now(),
        answer text
      );
    `,
  },
];

/** What is kept of an exchange until everybody who waits has read it. */
type Outcome = { readonly tokens: Tokens } | { readonly status: 401 | 403 | 500 | 503; readonly message: string };

const POLL_MS = 100;

interface ExchangeSchema {
  "vedette.token_exchanges": { key: string; started_at: Date; answer: string | null };
}

/** Shares across all processes of one database: whoever writes the row exchanges, the others wait for what it got. */
export class StoredExchanges implements TokenExchanges {
  readonly #db: Database;
  readonly #keyRing: KeyRing;
  readonly #here = new ProcessExchanges();

  constructor(db: Database, keyRing: KeyRing) {
    this.#db = db;
    this.#keyRing = keyRing;
  }

  once(refreshToken: string, exchange: () => Promise<Tokens>): Promise<Tokens> {
    return this.#here.once(refreshToken, () => this.#everywhere(exchangeKey(refreshToken), exchange));
  }

  async #everywhere(key: string, exchange: () => Promise<Tokens>): Promise<Tokens> {
    if (!(await this.#claim(key))) return this.#await(key);
    const outcome = await exchange().then(
      (tokens): Outcome => ({ tokens }),
      (error: unknown): Outcome => {
        if (error instanceof SignInError && error.status !== 400)
          return { status: error.status, message: error.message };
        throw error;
      },
    );
    const answer = seal(this.#keyRing, JSON.stringify(outcome), placeOf(key));
    await this.#db
      .as<ExchangeSchema>()
      .updateTable("vedette.token_exchanges")
      .set({ answer })
      .where("key", "=", key)
      .execute();
    return tokensOf(outcome);
  }

  /** True for the one that exchanges. What is too old to be shared is nobody's any more. */
  async #claim(key: string): Promise<boolean> {
    const age = `${SHARED_MS} milliseconds`;
    await this.#db.query("delete from vedette.token_exchanges where started_at < now() - $1::interval", [age]);
    const { rows } = await this.#db.query(
      "insert into vedette.token_exchanges (key) values ($1) on conflict do nothing returning key",
      [key],
    );
    return rows.length > 0;
  }

  async #await(key: string): Promise<Tokens> {
    const deadline = performance.now() + SHARED_MS;
    while (performance.now() < deadline) {
      const row = await this.#db
        .as<ExchangeSchema>()
        .selectFrom("vedette.token_exchanges")
        .select("answer")
        .where("key", "=", key)
        .executeTakeFirst();
      if (typeof row?.answer === "string") return tokensOf(this.#read(row.answer, key));
      await sleep(POLL_MS);
    }
    throw new SignInError(503, "The sign-in provider cannot be reached. Try again in a moment.");
  }

  /** Only `#everywhere` writes, and sealed: what can be opened is an outcome. */
  #read(answer: string, key: string): Outcome {
    return JSON.parse(unseal(this.#keyRing, answer, placeOf(key))) as Outcome;
  }
}

function placeOf(key: string) {
  return { table: "vedette.token_exchanges", column: "answer", rowId: key };
}

/** @throws SignInError that the exchange ended with */
function tokensOf(outcome: Outcome): Tokens {
  if ("tokens" in outcome) return outcome.tokens;
  throw new SignInError(outcome.status, outcome.message);
}
