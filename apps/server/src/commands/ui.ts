import { outliveReaders, say } from "../console.ts";
import { readSettings } from "../operator-file.ts";
import { CommandError } from "../start-failure.ts";
import { endWithoutLeftovers, stopSignal } from "../stop-signal.ts";
import { uiSettings } from "../ui/settings.ts";
import { startUi } from "../ui/start-ui.ts";
import { handleUncaught } from "../uncaught.ts";

/** Serves the pages apart from the API, until SIGTERM or SIGINT. */
export async function ui(args: readonly string[]): Promise<number> {
  if (args.length > 0)
    throw new CommandError("ui takes nothing; settings come from vedette.toml and VEDETTE_* variables");
  outliveReaders();
  const settings = readSettings(process.env);
  const chosen = settings.of(uiSettings);
  for (const warning of settings.warnings) say.error(`vedette: ${warning}`);
  if (!chosen["ui.tls.enable_host_verification"]) {
    say.error("vedette: VEDETTE_TLS_ENABLE_HOST_VERIFICATION is off: whoever is in between can be the API");
  }
  const stopping = stopSignal();
  const server = await startUi(settings);
  handleUncaught(server);
  if (!chosen["ui.hide_logs"]) say.out(`Vedette is at ${server.publicUrl}, for the API at ${server.backend.origin}`);
  await stopping;
  await server.close();
  endWithoutLeftovers();
  return 0;
}
