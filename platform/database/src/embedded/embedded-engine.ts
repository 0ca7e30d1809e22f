import pg, { type ClientBase, type PoolClient } from "pg";
import { valueTypes } from "../codecs.ts";
import type { Engine } from "../database.ts";
import type { DatabaseErrorCode } from "../errors.ts";
import { watchPool } from "../instruments.ts";
import { PreparedStatements } from "../prepared-statements.ts";
import { type Session, withSession } from "../session.ts";
import type { DataDirectory } from "./data-directory.ts";
import { findLackOfDurability } from "./durability.ts";
import type { EmbeddedParts } from "./embedded-options.ts";
import { type Housekeeper, startHousekeeper } from "./housekeeper.ts";
import { Listeners } from "./listeners.ts";
import type { EmbeddedServer } from "./server.ts";
import { SpaceGuard } from "./space-guard.ts";

/** Migrations, vacuums and checkpoints may take so long. */
const UNHURRIED_MS = 600_000;

/** PGlite behind a pool of one connection, with what it needs beside itself. */
export class EmbeddedEngine implements Engine {
  readonly kind = "pglite";
  readonly transactionDeadlineMs: number;
  /** A store in memory lives for an hour of tests that drop and make its tables anew: no plan is worth keeping there. */
  readonly prepared: PreparedStatements | undefined;
  readonly #server: EmbeddedServer;
  readonly #pool: pg.Pool;
  readonly #directory: DataDirectory | undefined;
  readonly #space: SpaceGuard | undefined;
  readonly #listeners: Listeners;
  readonly #stopWatching: () => void;
  #housekeeper: Housekeeper | undefined;
  /** What the connection was told last. */
  #isReadOnly = false;

  constructor(server: EmbeddedServer, directory: DataDirectory | undefined, options: EmbeddedParts) {
    this.transactionDeadlineMs = options.transactionTimeoutMs;
    this.#server = server;
    this.#directory = directory;
    this.prepared = directory && new PreparedStatements();
    this.#listeners = new Listeners((statement) => this.#run(statement));
    this.#space = directory && new SpaceGuard(directory.path, options.instruments.freeBytes, options.log);
    this.#pool = new pg.Pool({
      stream: () => server.connect(),
      user: "postgres",
      database: "postgres",
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: options.acquireTimeoutMs,
      types: valueTypes,
      onConnect: (client) => this.#prepare(client),
    });
    // Without these listeners a connection that dies, idle or lent, ends the whole process.
    this.#pool.on("error", () => {});
    this.#pool.on("connect", (client) => client.on("error", () => {}));
    this.#stopWatching = watchPool(options.registry, this.#pool);
  }

  /** Makes the connection, looks at the disk, and from now on does so regularly and keeps house. */
  async begin({ housekeepingMs, instruments, log }: EmbeddedParts): Promise<void> {
    const space = this.#space;
    await space?.look();
    await this.#run("select 1");
    if (space === undefined) return;
    this.#housekeeper = startHousekeeper({
      look: () => this.#lookAtSpace(space),
      query: async (text) => (await withSession(this, (session) => session.query(text))).rows,
      findLackOfDurability: () =>
        withSession(this, (session) => findLackOfDurability(session, () => this.#server.countSyncs())),
      work: (statement) => withSession(this, (session) => this.unhurried(session, statement)),
      isIdle: () => this.#pool.waitingCount === 0 && this.#pool.idleCount === this.#pool.totalCount,
      isReadOnly: () => space.isFull,
      instruments,
      log,
      roundMs: housekeepingMs,
    });
  }

  get readOnlyMeans(): DatabaseErrorCode | undefined {
    return this.#space?.isFull ? "out_of_space" : undefined;
  }

  connect(): Promise<PoolClient> {
    return this.#pool.connect();
  }

  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>> {
    return this.#listeners.listen(channel, onPayload);
  }

  unhurried(session: Session, sql: string): Promise<void> {
    return this.#server.withPatience(UNHURRIED_MS, () => session.script(sql, UNHURRIED_MS));
  }

  async close(): Promise<void> {
    this.#stopWatching();
    await this.#housekeeper?.stop();
    await this.#pool.end();
    await this.#server.close();
    this.#directory?.release();
  }

  /** A new connection has forgotten what it was told: on start, after a restart, after a transaction that took too long. */
  async #prepare(client: ClientBase): Promise<void> {
    this.#isReadOnly = this.#space?.isFull ?? false;
    if (this.#isReadOnly) await client.query(setReadOnly("on"));
    await this.#listeners.attach(client);
  }

  async #lookAtSpace(space: SpaceGuard): Promise<void> {
    await space.look();
    if (this.#isReadOnly === space.isFull) return;
    await this.#run(setReadOnly(space.isFull ? "on" : "off"));
    this.#isReadOnly = space.isFull;
  }

  async #run(statement: string): Promise<void> {
    if (!this.#pool.ending) await withSession(this, (session) => session.query(statement));
  }
}

/** The engine itself refuses writes then; one that is under way may still end. */
function setReadOnly(state: "on" | "off"): string {
  return `set default_transaction_read_only = ${state}`;
}
