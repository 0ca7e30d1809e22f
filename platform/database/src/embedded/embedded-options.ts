import type { Registry } from "@vedette/worker-metrics";
import type { EmbeddedInstruments } from "../instruments.ts";
import type { DatabaseLog } from "../log.ts";

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
