import type { Settings } from "@vedette/settings";
import { readDuration } from "./auth-configuration.ts";
import { readUiConfiguration } from "./configuration.ts";
import { uiSettings } from "./settings.ts";

/** Decided once, at the start. */
const FIXED = /^ui\.(enabled|public_path|hide_logs|config_refresh_interval|auth\..*)$/;

export interface RefreshOptions {
  readonly settings: Settings;
  /** Reads file and environment anew. */
  readonly read: () => Settings;
  readonly log: { warn(details: object, message: string): void };
}

/**
 * Reads the settings of the UI again and again where `ui.config_refresh_interval` says how often. A file that cannot
 * be read changes nothing and is reported once.
 */
export function refreshSettings({ settings, read, log }: RefreshOptions): Disposable {
  const interval = readDuration(settings.of(uiSettings)["ui.config_refresh_interval"]) ?? 0;
  if (interval === 0) return { [Symbol.dispose]: () => undefined };
  const keys = Object.keys(uiSettings).filter((key) => !FIXED.test(key));
  let reported = "";
  const timer = setInterval(
    () => {
      try {
        const fresh = read();
        readUiConfiguration(fresh);
        settings.takeOver(fresh, keys);
        reported = "";
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (reason !== reported)
          log.warn({ err: error }, "the settings could not be read again; the last good ones stay");
        reported = reason;
      }
    },
    Math.min(Math.max(interval, LEAST_INTERVAL_MS), MOST_INTERVAL_MS),
  ).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** Reading a file more often than this shows nobody anything sooner. */
const LEAST_INTERVAL_MS = 100;
/** A timer takes no longer time. */
const MOST_INTERVAL_MS = 2 ** 31 - 1;
