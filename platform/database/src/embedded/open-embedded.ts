import type { Registry } from "@vedette/worker-metrics";
import type { Database } from "../database.ts";
import { DatabaseError } from "../errors.ts";
import { type EmbeddedInstruments, embeddedInstruments } from "../instruments.ts";
import type { DatabaseLog } from "../log.ts";
import { type DataDirectory, takeDataDirectory } from "./data-directory.ts";
import { EmbeddedServer } from "./server.ts";

export interface EmbeddedOptions {
  /** Made with mode 0700 where it is missing. `undefined`: a store in memory, gone when it is closed. */
  readonly dataDir: string | undefined;
  /** An empty store, which saves a new one the time of initdb: a folder, or for one in memory the file of a dump. */
  readonly template?: string | undefined;
  /** Longest time that one statement may take. Then the engine is started again. */
  readonly statementTimeoutMs: number;
  /** Longest time that a caller waits for the one connection. */
  readonly acquireTimeoutMs: number;
  readonly transactionTimeoutMs: number;
  /** How often free space and the need for checkpoint and vacuum are looked at. */
  readonly housekeepingMs: number;
  readonly registry: Registry;
  readonly log: DatabaseLog;
}

/** The options, and what is made of them once. */
export interface EmbeddedParts extends EmbeddedOptions {
  readonly instruments: EmbeddedInstruments;
}

/** @throws DatabaseError `data_dir_…` when the directory cannot be used, `unavailable` when the store cannot be opened */
export async function openEmbedded(options: EmbeddedOptions): Promise<Database> {
  const directory = options.dataDir === undefined ? undefined : takeDataDirectory(options.dataDir);
  const parts = { ...options, instruments: embeddedInstruments(options.registry) };
  const [server, { EmbeddedEngine }, { createDatabase }] = await Promise.all([
    startServer(directory, parts),
    // Loaded while the thread opens the store: a start takes as long as the longer of the two.
    import("./embedded-engine.ts"),
    import("../database.ts"),
  ]);
  const engine = new EmbeddedEngine(server, directory, parts);
  try {
    await engine.begin(parts);
    return createDatabase(engine);
  } catch (error) {
    await engine.close();
    throw error;
  }
}

async function startServer(
  directory: DataDirectory | undefined,
  { statementTimeoutMs, template, instruments, log }: EmbeddedParts,
): Promise<EmbeddedServer> {
  try {
    return await EmbeddedServer.start({
      directory: directory?.store,
      template,
      silenceMs: statementTimeoutMs,
      onRestart: (reason) => {
        instruments.restarts.inc();
        log.error(`The embedded store is started again: ${reason}.`);
      },
    });
  } catch (error) {
    directory?.release();
    throw new DatabaseError("unavailable", {
      detail: `The store in ${directory?.store ?? "memory"} cannot be opened: ${String(error)}`,
      cause: error,
    });
  }
}
