import { readFileSync } from "node:fs";
import { loadSettings, type Settings, SettingsError } from "@vedette/settings";
import { ALL_SETTINGS, CONFIG_VARIABLE, DEFAULT_CONFIG_PATH } from "./settings.ts";

/**
 * Reads `vedette.toml` and the environment.
 *
 * @throws SettingsError also when the file that VEDETTE_CONFIG names is not there
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const { [CONFIG_VARIABLE]: configured = "", ...others } = env;
  const path = configured || DEFAULT_CONFIG_PATH;
  const text = readConfig(path, configured !== "");
  return loadSettings(ALL_SETTINGS, { env: others, ...(text === undefined ? {} : { file: { path, text } }) });
}

function readConfig(path: string, isRequired: boolean): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const isMissing = error instanceof Error && Reflect.get(error, "code") === "ENOENT";
    if (isMissing && !isRequired) return undefined;
    const reason = isMissing ? "is not there" : "cannot be read";
    throw new SettingsError([{ origin: "file", message: `${path} ${reason}; mend it or unset ${CONFIG_VARIABLE}` }]);
  }
}
