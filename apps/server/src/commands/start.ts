import { parseArgs } from "node:util";
import { KEYS_FILE } from "../api-keys.ts";
import { say } from "../console.ts";
import { readSettings } from "../operator-file.ts";
import { CommandError } from "../start-failure.ts";
import { type RunningServer, startServer } from "../start-server.ts";

/** Serves until SIGTERM or SIGINT; a second signal ends at once. */
export async function start(args: readonly string[]): Promise<number> {
  const isStrict = readArguments(args);
  const settings = readSettings(process.env);
  for (const warning of settings.warnings) say.error(`vedette: ${warning}`);
  // Before anybody can see that it serves: whoever stops it then is heard.
  const stopping = stopSignal();
  const server = await startServer(settings, { isStrict });
  endOnUncaught(server);
  say.out(`Vedette is at ${server.publicUrl}`);
  if (server.setupUrl !== undefined)
    say.out(`Make the first administrator at ${server.setupUrl} (works once, for 24 hours)`);
  say.out(`Keys for programs are in ${server.dataDir}/${KEYS_FILE}`);
  await stopping;
  say.out("Stopping: finishing what was begun …");
  await server.close();
  return 0;
}

/** @returns whether a schema of the reference service that is newer than this version is refused */
function readArguments(args: readonly string[]): boolean {
  try {
    const { values } = parseArgs({ args: [...args], options: { "strict-schema": { type: "boolean" } } });
    return values["strict-schema"] ?? false;
  } catch (error) {
    throw new CommandError(
      "start takes --strict-schema or nothing; settings come from vedette.toml and VEDETTE_* variables",
      { cause: error },
    );
  }
}

/** Time for what is in flight when an error has been caught by nobody. */
const LAST_DRAIN_MS = 5_000;

/** An error that nobody caught leaves nobody knows what behind: it is said once, what is in flight ends, and so does the process. */
function endOnUncaught(server: RunningServer): void {
  let isEnding = false;
  const end = (error: unknown): void => {
    if (isEnding) return;
    isEnding = true;
    say.error(`vedette: ended by an error that nobody caught: ${error instanceof Error ? error.stack : String(error)}`);
    setTimeout(() => process.exit(1), LAST_DRAIN_MS);
    void server.close().finally(() => process.exit(1));
  };
  process.on("uncaughtException", end);
  process.on("unhandledRejection", end);
}

/** Resolves with the first signal; the second one ends the process at once. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let isStopping = false;
    const stop = (): void => {
      if (isStopping) process.exit(130);
      isStopping = true;
      resolve();
    };
    process.on("SIGINT", stop);
    process.on("SIGTERM", stop);
  });
}
