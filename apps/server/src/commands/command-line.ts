import { type ParseArgsConfig, parseArgs } from "node:util";
import { defaultServer, defaultToken } from "../running-server.ts";
import { CommandError } from "../start-failure.ts";
import type { ServerAccess } from "./server-call.ts";

/** Names a running server, and in whose name it is asked. */
export const SERVER_FLAGS = { server: { type: "string" }, token: { type: "string" } } as const;

/** @throws CommandError for a flag that the command does not know */
export function readCommandLine<const Options extends NonNullable<ParseArgsConfig["options"]>>(
  command: string,
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : `${command} was called wrongly`, { cause: error });
  }
}

/**
 * The server of this machine and its secret key, unless flags or `VEDETTE_ACCESS_TOKEN` say otherwise.
 *
 * @throws CommandError when there is no token
 */
export function serverAccess(flags: { readonly server?: string; readonly token?: string }): ServerAccess {
  return {
    server: (flags.server ?? defaultServer()).replace(/\/+$/, ""),
    token: flags.token ?? (process.env["VEDETTE_ACCESS_TOKEN"] || defaultToken()),
  };
}
