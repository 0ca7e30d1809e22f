import { parseArgs } from "node:util";
import { KEYS_FILE } from "../api-keys.ts";
import { say } from "../console.ts";
import { readSettings } from "../operator-file.ts";
import { CommandError } from "../start-failure.ts";
import { startServer } from "../start-server.ts";

/** Serves until SIGTERM or SIGINT; a second signal ends at once. */
export async function start(args: readonly string[]): Promise<number> {
  refuseArguments(args);
  const settings = readSettings(process.env);
  for (const warning of settings.warnings) say.error(`vedette: ${warning}`);
  const server = await startServer(settings);
  say.out(`Vedette is at ${server.publicUrl}`);
  if (server.setupUrl !== undefined)
    say.out(`Make the first administrator at ${server.setupUrl} (works once, for 24 hours)`);
  say.out(`Keys for programs are in ${server.dataDir}/${KEYS_FILE}`);
  await stopSignal();
  say.out("Stopping: finishing what was begun …");
  process.once("SIGINT", () => process.exit(130));
  process.once("SIGTERM", () => process.exit(130));
  await server.close();
  return 0;
}

function refuseArguments(args: readonly string[]): void {
  try {
    parseArgs({ args: [...args], options: {}, allowPositionals: false });
  } catch (error) {
    throw new CommandError("start takes no arguments; settings come from vedette.toml and VEDETTE_* variables", {
      cause: error,
    });
  }
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.once("SIGINT", () => resolve());
    process.once("SIGTERM", () => resolve());
  });
}
