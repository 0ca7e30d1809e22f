import type { Database } from "../database.ts";
import { DatabaseError } from "../errors.ts";
import { embeddedInstruments } from "../instruments.ts";
import { type DataDirectory, takeDataDirectory } from "./data-directory.ts";
import type { EmbeddedOptions, EmbeddedParts } from "./embedded-options.ts";
import { EmbeddedServer } from "./server.ts";

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
