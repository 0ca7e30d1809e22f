import { createLog } from "@vedette/http/log";
import type { UiSettings } from "./settings.ts";

const OF_FAILURES: ReadonlySet<string> = new Set(["warn", "error", "fatal", "silent"]);

/** The log of the process. Where it is hidden it tells of failures alone, on standard error. */
export function openLog(level: string, settings: Pick<UiSettings, "ui.hide_logs">): ReturnType<typeof createLog> {
  if (!settings["ui.hide_logs"]) return createLog(level);
  return createLog(OF_FAILURES.has(level) ? level : "warn", process.stderr);
}
