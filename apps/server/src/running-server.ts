import { databaseSettings } from "@vedette/database";
import { httpSettings } from "@vedette/http";
import { readKeysFile } from "./api-keys.ts";
import { readSettings } from "./operator-file.ts";
import { publicUrlOf } from "./public-url.ts";
import { CommandError } from "./start-failure.ts";
import { publicPathOf } from "./ui/configuration.ts";
import { uiSettings } from "./ui/settings.ts";

/** Where the server of this machine is. */
export function defaultServer(): string {
  const settings = readSettings(process.env);
  const http = settings.of(httpSettings);
  return publicUrlOf(http, http["server.port"], publicPathOf(settings.of(uiSettings)));
}

/** The secret key of the server on this machine. */
export function defaultToken(): string {
  const dataDir = readSettings(process.env).of(databaseSettings)["database.data_dir"];
  const key = process.env["VEDETTE_SECRET_KEY"] || readKeysFile(dataDir)?.secret_key;
  if (key === undefined)
    throw new CommandError(`there are no keys in ${dataDir}; name a server with --server and a token with --token`);
  return key;
}
