import { openDatabase } from "@vedette/database/open";
import { databaseOptions, databaseSettings } from "@vedette/database/settings";
import { httpSettings } from "@vedette/http/settings";
import type { Settings } from "@vedette/settings";
import { createRegistry } from "@vedette/worker-metrics";
import { allSettled } from "./all-settled.ts";
import { claimPort } from "./claim-port.ts";
import { findEmptyStore } from "./empty-store.ts";
import type { Member } from "./processes/member.ts";
import { publicUrlOf } from "./public-url.ts";
import { readUiConfiguration } from "./ui/configuration.ts";
import { openLog } from "./ui/open-log.ts";

/** The running process. */
export interface RunningServer {
  readonly publicUrl: string;
  readonly dataDir: string;
  /** The one-time link, while there is no administrator. */
  readonly setupUrl: string | undefined;
  /** Finishes what was accepted, then releases everything. */
  close(): Promise<void>;
}

/**
 * Brings everything up: port, store, migrations, services, routes, listening. Whatever fails takes down what was
 * already up.
 *
 * @param options - `isStrict`: a schema that Supabase Auth has made and this version does not know is refused;
 *   `member`: this process is one of several, and the port is claimed for all of them
 * @throws DatabaseError; an error with code EADDRINUSE when the port is taken
 */
export async function startServer(
  settings: Settings,
  { isStrict = false, member }: { readonly isStrict?: boolean; readonly member?: Member } = {},
): Promise<RunningServer> {
  const http = settings.of(httpSettings);
  const stored = settings.of(databaseSettings);
  const ui = readUiConfiguration(settings);
  const port = member?.port ?? (await claimPort(http["server.host"], http["server.port"]));
  const registry = createRegistry();
  const log = openLog(http["log.level"], ui.settings);
  await using opened = new AsyncDisposableStack();
  const publicUrl = publicUrlOf(http, port, ui.publicPath);
  const ground = { settings, ui, isStrict, port, publicUrl, registry, log, member };
  // The embedded store opens in a thread of its own; the services' code is loaded and Fastify set up meanwhile.
  const [db, { serveHouse, shell }] = await allSettled([
    openDatabase({ ...databaseOptions(stored), ...findEmptyStore(), log, registry }).then((store) => opened.use(store)),
    import("./serve-house.ts").then(async ({ serveHouse, openShell }) => ({
      serveHouse,
      shell: await openShell(ground, opened),
    })),
  ]);
  const { setupUrl } = await serveHouse({ ...ground, ...shell, db }, opened);
  const running = opened.move();
  return { publicUrl, dataDir: stored["database.data_dir"], setupUrl, close: () => running.disposeAsync() };
}
