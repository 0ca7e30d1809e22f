import { type ConnectionProvider, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import { type Session, type SessionSource, sessionDriver, withSession } from "./session.ts";
import { openTransactionScope } from "./transaction-scope.ts";

/**
 * The one store of a process, on either engine. Both read values alike: int8, numeric, date, interval, uuid and all
 * that is not named here as text; timestamptz and timestamp as `Date` (UTC, milliseconds: select `::text` where a
 * position in a list needs the microseconds); json and jsonb parsed; bytea as `Uint8Array`; int2, int4, float4, float8
 * as number; arrays of these as arrays.
 *
 * Every call may throw {@link DatabaseError} `unavailable`, `deadline_exceeded` or `out_of_space`. A statement that
 * the engine refuses throws the driver's error, with SQLSTATE in `code` and the constraint's name in `constraint`.
 * `search_path` is empty: tables are named with their schema.
 */
export interface Database extends AsyncDisposable {
  readonly kind: "pglite" | "postgres";
  /**
   * A typed view, `as<{ "vedette.playlists": PlaylistTable }>()`. Inside of
   * `.transaction().execute(async (trx) => …)` only `trx` may query; anything else throws a TypeError there.
   */
  as<Schema>(): Kysely<Schema>;
  /**
   * Does something once the transaction that is open here has been committed, and never when it is rolled back; at once
   * where none is open. It must not throw.
   */
  afterCommit(work: () => void): void;
  /** Runs one statement; parameters are bound to $1, $2, … `affected` counts written or selected rows. */
  query(text: string, values?: readonly unknown[]): Promise<{ rows: Record<string, unknown>[]; affected: number }>;
  /** Runs several statements as one transaction, without parameters and without the usual deadline: for migrations. */
  exec(sql: string): Promise<void>;
  /**
   * Calls back with the payload of every NOTIFY on the channel, and once with "" after a lost connection is back,
   * since something may have been missed. Never the only way to learn of something: behind a pooler, and on servers
   * that have no LISTEN, nobody is called.
   *
   * @returns ends the listening
   */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>;
  /** @throws DatabaseError `unavailable` when the store does not answer; the signal's reason when it is aborted first */
  ping(signal?: AbortSignal): Promise<void>;
  /** Finishes what runs, then lets go of the store. May be called again. */
  close(): Promise<void>;
}

/** What an engine brings. */
export interface Engine extends SessionSource, Pick<Database, "kind" | "listen" | "close"> {
  /** Runs a script that may take as long as it needs. */
  unhurried(session: Session, sql: string): Promise<void>;
}

export function createDatabase(engine: Engine): Database {
  const scope = openTransactionScope();
  const lend = async <Result>(work: (session: Session) => Promise<Result>): Promise<Result> => {
    scope.assertOutside();
    return withSession(engine, work);
  };
  const props = kyselyProps(engine, scope);
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= engine.close();
    return closing;
  };

  return {
    kind: engine.kind,
    as: () => new Kysely(props),
    afterCommit: (work) => scope.afterCommit(work),
    query: (text, values) =>
      lend(async (session) => {
        const { rows, rowCount } = await session.query(text, values);
        return { rows, affected: rowCount ?? 0 };
      }),
    exec: (sql) => lend((session) => engine.unhurried(session, sql)),
    listen: (channel, onPayload) => engine.listen(channel, onPayload),
    async ping(signal) {
      const answer = lend((session) => session.query("select 1"));
      await (signal === undefined ? answer : unlessAborted(answer, signal));
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function kyselyProps(engine: Engine, scope: ReturnType<typeof openTransactionScope>) {
  const driver = sessionDriver(engine);
  const dialect = {
    createDriver: () => driver,
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  };
  const unguarded = new Kysely<unknown>({ dialect }).getExecutor();
  const guarded: ConnectionProvider = {
    async provideConnection(consumer, options) {
      scope.assertOutside();
      return unguarded.provideConnection((connection) => scope.run(() => consumer(connection)), options);
    },
  };
  return { config: { dialect }, dialect, driver, executor: unguarded.withConnectionProvider(guarded) };
}

async function unlessAborted(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
