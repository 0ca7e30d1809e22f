import { AbortedTransactionError, CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from "kysely";
import type { PoolClient } from "pg";
import { encodeValues } from "./codecs.ts";
import { endsConnection, explainFailure } from "./driver-failure.ts";
import { DatabaseError, type DatabaseErrorCode } from "./errors.ts";
import { quoteIdentifier } from "./identifier.ts";
import { runByName, type StatementResult } from "./named-statement.ts";
import type { PreparedStatements } from "./prepared-statements.ts";

/** Where sessions come from, and what holds for each of them. */
export interface SessionSource {
  connect(): Promise<PoolClient>;
  /** What a refused write in a read-only transaction means just now; without it, a mistake of the caller. */
  readonly readOnlyMeans: DatabaseErrorCode | undefined;
  /** Missing where a name may not mean the same in the next transaction. */
  readonly prepared: PreparedStatements | undefined;
  /** After so long an open transaction is rolled back and its connection closed. Without it the server decides. */
  readonly transactionDeadlineMs?: number;
  /** Ends what another connection runs, by its process. Missing where nothing can be cancelled. */
  readonly cancel?: (processId: number) => Promise<void>;
}

/** One connection, lent to one caller. Values and failures have the same form on both stores. */
export class Session implements DatabaseConnection {
  readonly #client: PoolClient;
  readonly #source: SessionSource;
  #deadline: NodeJS.Timeout | undefined;
  #processId: number | undefined;
  #isInTransaction = false;
  #isExpired = false;
  #isBroken = false;

  private constructor(client: PoolClient, source: SessionSource) {
    this.#client = client;
    this.#source = source;
  }

  /** @throws DatabaseError `unavailable` when no connection is to be had in time */
  static async open(source: SessionSource): Promise<Session> {
    try {
      return new Session(await source.connect(), source);
    } catch (error) {
      throw explainFailure(error, source.readOnlyMeans);
    }
  }

  /** Runs one statement with bound parameters. */
  async query(text: string, values: readonly unknown[] = []): Promise<StatementResult> {
    const name = this.#source.prepared?.nameOf(text);
    return this.#run(() => this.#ask({ text, values: encodeValues(values) }, name));
  }

  /** A name that does not hold is given up; outside of a transaction, nothing has happened then. */
  async #ask(
    { text, values }: { text: string; values: unknown[] },
    name: string | undefined,
  ): Promise<StatementResult> {
    const { prepared } = this.#source;
    const query = { text, values, ...EXTENDED };
    if (name === undefined) return this.#client.query(query);
    try {
      return await runByName(this.#client, { name, text, values });
    } catch (error) {
      if (prepared?.isStale(text, error) !== true || this.#isInTransaction) throw error;
      return this.#client.query(query);
    }
  }

  /** Runs several statements as one transaction. No parameters, and no deadline but `timeoutMs`. */
  async script(text: string, timeoutMs: number): Promise<void> {
    try {
      await this.#run(() => this.#client.query({ text, ...{ query_timeout: timeoutMs } }));
    } catch (error) {
      // A script that began a transaction of its own has left it open.
      if (!this.#isBroken) await this.#run(() => this.#client.query("rollback"));
      throw error;
    }
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { command, rowCount, rows } = await this.query(query.sql, query.parameters);
    if (command === "ROLLBACK" && query.sql === "commit") throw new AbortedTransactionError();
    return COUNTED.has(command) && rowCount !== null ? { rows, numAffectedRows: BigInt(rowCount) } : { rows };
  }

  /** Asked for by Kysely before a statement that may be cancelled. */
  async collectSessionInfo(): Promise<void> {
    if (this.#source.cancel === undefined || this.#processId !== undefined) return;
    const { rows } = await this.query("select pg_backend_pid() as pid");
    this.#processId = Number(rows[0]?.pid);
  }

  /** For `execute({ signal, inflightQueryAbortStrategy: "cancel query" })`. */
  async cancelQuery(): Promise<void> {
    if (this.#processId !== undefined) await this.#source.cancel?.(this.#processId);
  }

  // biome-ignore lint/correctness/useYield: there is nothing to yield, the interface wants a generator
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new TypeError("Rows are not streamed here. Read them in pages by key.");
  }

  /** A transaction has begun; from now on it is watched how long it is open. */
  enterTransaction(): void {
    this.#isInTransaction = true;
    const { transactionDeadlineMs } = this.#source;
    if (transactionDeadlineMs === undefined) return;
    this.#deadline = setTimeout(() => {
      this.#isExpired = true;
      this.#client.release(true);
    }, transactionDeadlineMs).unref();
  }

  /** The transaction is about to end, and what its end does must not be in doubt. */
  stopTransactionDeadline(): void {
    clearTimeout(this.#deadline);
  }

  release(): void {
    this.stopTransactionDeadline();
    if (this.#isExpired) return;
    this.#client.release(this.#isBroken);
  }

  async #run(statement: () => Promise<StatementResult>): Promise<StatementResult> {
    if (this.#isExpired) throw transactionTooLong();
    try {
      return await statement();
    } catch (error) {
      if (this.#isExpired) throw transactionTooLong(error);
      const failure = explainFailure(error, this.#source.readOnlyMeans);
      this.#isBroken ||= endsConnection(error, failure);
      throw failure;
    }
  }
}

/** Forces the protocol in which a text is exactly one statement. */
const EXTENDED = { queryMode: "extended" };

/** Commands whose row count says how many rows were written. */
const COUNTED: ReadonlySet<string> = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

function transactionTooLong(cause?: unknown): DatabaseError {
  return new DatabaseError("deadline_exceeded", {
    detail: "The transaction was open for too long and was rolled back.",
    cause,
  });
}

/** Lends a session for some work. */
export async function withSession<Result>(
  source: SessionSource,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const session = await Session.open(source);
  try {
    return await work(session);
  } finally {
    session.release();
  }
}

/** Lets Kysely borrow sessions. */
export function sessionDriver(source: SessionSource): Driver {
  const run = async (connection: DatabaseConnection, text: string): Promise<void> => {
    await connection.executeQuery(CompiledQuery.raw(text));
  };
  return {
    async init() {},
    acquireConnection: () => Session.open(source),
    async beginTransaction(connection, { isolationLevel, accessMode }) {
      const level = isolationLevel === undefined ? "" : ` isolation level ${isolationLevel}`;
      await run(connection, `start transaction${level}${accessMode === undefined ? "" : ` ${accessMode}`}`);
      if (connection instanceof Session) connection.enterTransaction();
    },
    async commitTransaction(connection) {
      if (connection instanceof Session) connection.stopTransactionDeadline();
      await run(connection, "commit");
    },
    rollbackTransaction: (connection) => run(connection, "rollback"),
    savepoint: (connection, name) => run(connection, `savepoint ${quoteIdentifier(name)}`),
    rollbackToSavepoint: (connection, name) => run(connection, `rollback to ${quoteIdentifier(name)}`),
    releaseSavepoint: (connection, name) => run(connection, `release ${quoteIdentifier(name)}`),
    async releaseConnection(connection) {
      if (connection instanceof Session) connection.release();
    },
    async destroy() {},
  };
}
