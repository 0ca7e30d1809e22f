import module from "node:module";
import { parseArgs } from "node:util";
import type { Settings } from "@vedette/settings";
import { KEYS_FILE } from "../api-keys.ts";
import { outliveReaders, say } from "../console.ts";
import { readSettings } from "../operator-file.ts";
import type { FromMember } from "../processes/messages.ts";
import { serverSettings } from "../settings.ts";
import { CommandError } from "../start-failure.ts";
import { type RunningServer, startServer } from "../start-server.ts";
import { endWithoutLeftovers, stopSignal } from "../stop-signal.ts";
import { uiSettings } from "../ui/settings.ts";

/** Serves until SIGTERM or SIGINT; a second signal ends at once. */
export async function start(args: readonly string[]): Promise<number> {
  const isStrict = readArguments(args);
  outliveReaders();
  const settings = readSettings(process.env);
  const count = settings.of(serverSettings)["server.processes"];
  if (count > 1) return startSeveral(settings, { isStrict, count });
  for (const warning of settings.warnings) say.error(`vedette: ${warning}`);
  // Before anybody can see that it serves: whoever stops it then is heard.
  const stopping = stopSignal();
  const server = await startServer(settings, { isStrict });
  await handleUncaught(server);
  if (!settings.of(uiSettings)["ui.hide_logs"]) greet(server);
  // Node writes it at a regular exit; without this, a server that is only ever killed compiles its code at every start.
  module.flushCompileCache?.();
  await stopping;
  if (!settings.of(uiSettings)["ui.hide_logs"]) say.out("Stopping: finishing what was begun …");
  await server.close();
  endWithoutLeftovers();
  return 0;
}

/** One of several, or the one that starts them. */
async function startSeveral(
  settings: Settings,
  { isStrict, count }: { readonly isStrict: boolean; readonly count: number },
): Promise<number> {
  const { default: cluster } = await import("node:cluster");
  if (cluster.isWorker) return serveAsMember(settings, isStrict);
  const { servePrimary } = await import("../processes/primary.ts");
  for (const warning of settings.warnings) say.error(`vedette: ${warning}`);
  const stopping = stopSignal();
  const isQuiet = settings.of(uiSettings)["ui.hide_logs"];
  if (!isQuiet) void stopping.then(() => say.out("Stopping: finishing what was begun …"));
  return servePrimary({ settings, count, stopping, onServing: isQuiet ? () => undefined : greet });
}

async function serveAsMember(settings: Settings, isStrict: boolean): Promise<number> {
  const { awaitBegin, awaitStop, leave } = await import("../processes/member.ts");
  const stopping = awaitStop();
  const server = await startServer(settings, { isStrict, member: await awaitBegin() });
  await handleUncaught(server);
  module.flushCompileCache?.();
  // The first process may have just ended; then `disconnect` stops this one.
  process.send?.({ kind: "serving", ...placeOf(server) } satisfies FromMember, () => undefined);
  await stopping;
  await server.close();
  endWithoutLeftovers();
  leave();
  return 0;
}

function placeOf({ publicUrl, dataDir, setupUrl }: RunningServer): Omit<FromMember, "kind"> {
  return { publicUrl, dataDir, setupUrl };
}

function greet({ publicUrl, dataDir, setupUrl }: Omit<FromMember, "kind">): void {
  say.out(`Vedette is at ${publicUrl}`);
  if (setupUrl !== undefined) say.out(`Make the first administrator at ${setupUrl} (works once, for 24 hours)`);
  say.out(`Keys for programs are in ${dataDir}/${KEYS_FILE}`);
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

async function handleUncaught(server: RunningServer): Promise<void> {
  // Loads the HTTP server, which has long been loaded by now.
  const uncaught = await import("../uncaught.ts");
  uncaught.handleUncaught(server);
}
